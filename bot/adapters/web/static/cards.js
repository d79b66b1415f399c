// One message as an element: a line that somebody wrote, or a screen with picture and buttons.

import {make, named, texts, words} from './dom.js';
import {moment, whole} from './speech.js';

/** Draw or redraw a message. `look` = {me, live, press(button, message, element)}. */
export function draw(message, look, before = null) {
  if (message.text !== undefined) return again(line(message, look.me), before);
  const card = before ?? make('article', {className: 'card'});
  const figure = message.picture ? picture(message, card.querySelector('figure'), look.live, message.for === look.me) : null;
  card.dataset.id = message.id;
  toggle(card, 'live', look.live);
  toggle(card, 'called', message.mentions?.includes(look.me));
  card.replaceChildren(...[
    make('header', {}, make('h3', {}, ...words(message.headline)), shownAt(message.at)),
    message.lines?.length ? make('div', {className: 'lines'}, ...message.lines.map(text => make('p', {}, ...words(text)))) : null,
    message.fixed ? make('pre', {className: 'fixed', textContent: message.fixed.join('\n')}) : null,
    figure,
    message.files ? files(message.files) : null,
    message.rows ? rows(message, look, card) : null,
  ].filter(Boolean));
  return card;
}

/** Let the buttons of a card wait for an answer, or be pressed again. */
export function busy(card, waiting) {
  for (const button of card.querySelectorAll('.rows button')) button.disabled = waiting;
  card.setAttribute('aria-busy', String(waiting));
}

function line(message, me) {
  const own = message.by.id === me;
  const command = message.text.startsWith('/');
  return make(
    'article',
    {className: 'line', data: {id: message.id, own: own ? '' : undefined, command: command ? '' : undefined}},
    make('p', {className: 'who'}, own ? texts.you : named(message.by.name), ' ', shownAt(message.at)),
    make('p', {className: 'said', dir: 'auto', textContent: message.text}),
  );
}

/** A line's words in the element that shows it already, if there is one. */
function again(drawn, before) {
  before?.replaceChildren(...drawn.childNodes);
  return before ?? drawn;
}

function shownAt(at) {
  const time = new Date(at);
  return make('time', {dateTime: time.toISOString(), title: whole(time), textContent: moment(time)});
}

function picture(message, before, live, asked) {
  const {name, width, height} = message.picture;
  const figure = before ?? make('figure', {data: {large: asked ? '' : undefined}});
  const alt = message.alt || message.headline;
  figure.style.setProperty('--ratio', width / height);
  const shown = figure.querySelector('img');
  if (figure.dataset.name === name) {
    if (shown) shown.alt = alt;
    else missing(figure, alt);
  } else {
    figure.dataset.name = name;
    load(figure, make('img', {alt, width, height, decoding: 'async', loading: live ? 'eager' : 'lazy', src: `/picture/${name}.png`}), name);
  }
  frame(figure, live);
  return figure;
}

/** The old picture stays until the new one can be shown, so that nothing flickers. */
async function load(figure, image, name) {
  image.addEventListener('error', () => figure.dataset.name === name && missing(figure, image.alt));
  delete figure.dataset.missing;
  const old = figure.querySelector('img');
  if (!old) return figure.replaceChildren(image);
  old.alt = image.alt;
  image.loading = 'eager';
  await image.decode().catch(() => {});
  if (figure.dataset.name === name && figure.dataset.missing === undefined) figure.querySelector('img')?.replaceWith(image);
}

function missing(figure, alt) {
  figure.dataset.missing = '';
  figure.replaceChildren(make('p', {className: 'hint', textContent: texts.picture_missing}), make('p', {textContent: alt}));
}

/** Older boards are small; a press makes them large. */
function frame(figure, live) {
  const image = figure.querySelector('img');
  if (!image) return;
  const zoom = figure.querySelector('.zoom');
  if (live && zoom) {
    delete figure.dataset.large;
    zoom.replaceWith(image);
  } else if (zoom) {
    zoom.title = texts.older_picture;
  } else if (!live) {
    const button = make('button', {type: 'button', className: 'zoom', title: texts.older_picture});
    button.addEventListener('click', () => toggle(figure, 'large', figure.dataset.large === undefined));
    image.replaceWith(button);
    button.append(image);
  }
}

function files(list) {
  return make('p', {className: 'files'}, ...list.map(file => (
    make('a', {className: 'button', href: file.href, download: file.name, textContent: file.name})
  )));
}

function rows(message, look, card) {
  let key = 0;
  const drawn = message.rows.map(row => make('div', {className: 'row'}, ...row.map(button => {
    if (button.link) return link(button);
    key += 1;
    const shortcut = look.live && key <= 9 ? String(key) : undefined;
    const element = make('button', {
      type: 'button',
      data: {tone: button.tone, press: button.press, key: shortcut},
      attrs: {'aria-keyshortcuts': shortcut},
    }, ...words(button.label.replace(/ …$/, '\u00a0…')));
    element.addEventListener('click', event => look.press(button, message, card, event.detail === 0));
    return element;
  })));
  return make('div', {className: 'rows', attrs: {role: 'group', 'aria-label': `${texts.actions}: ${message.headline}`}}, ...drawn);
}

function link(button) {
  const away = !button.link.startsWith('#');
  return make('a', {
    className: 'button',
    href: button.link,
    textContent: button.label,
    data: {tone: button.tone},
    ...(away ? {target: '_blank', rel: 'noopener noreferrer'} : {}),
  });
}

function toggle(element, name, on) {
  if (on) element.dataset[name] = '';
  else delete element.dataset[name];
}
