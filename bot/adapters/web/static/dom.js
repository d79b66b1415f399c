// The building blocks of the document. Everything that people wrote enters it as text, never as markup.

export const texts = JSON.parse(document.body.dataset.texts);

export const byId = id => document.getElementById(id);

/** An element with properties, data attributes ({data: {…}}), attributes ({attrs: {…}}) and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const {data = {}, attrs = {}, ...plain} = properties;
  Object.assign(element, plain);
  for (const [name, value] of Object.entries(data)) if (value !== undefined) element.dataset[name] = value;
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

/** A name that keeps its own writing direction. */
export const named = name => make('bdi', {textContent: name});

/** What a line must not end within: a score or two dice, a sign and its word, a number that closes a line. */
const WHOLE = /\d+[-–]\d+|\S{1,16} (?:\p{So}|\d+\p{P}?$)|\p{So} \S{1,16}/gu;

/** A text as nodes, of which those stay in one line that are read as one. */
export function words(text) {
  const nodes = [];
  let end = 0;
  for (const {0: whole, index} of text.matchAll(WHOLE)) {
    nodes.push(text.slice(end, index), make('span', {className: 'whole', textContent: whole}));
    end = index + whole.length;
  }
  return [...nodes, text.slice(end)];
}

/** Random letters and digits; works without a secure context too. */
export function randomText(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Show a short notice; alerts stay longer, a press puts it away. */
export function toast(text, alert = false) {
  for (const same of [...byId('toasts').children].filter(one => one.textContent === text)) same.remove();
  const shown = make('div', {className: 'toast', textContent: text, data: {alert: alert ? '' : undefined}});
  shown.addEventListener('click', () => shown.remove());
  byId('toasts').append(shown);
  while (byId('toasts').children.length > 3) byId('toasts').firstChild.remove();
  setTimeout(() => shown.remove(), Math.max(alert ? 9000 : 5000, text.length * 80));
}

/** A setting of this browser; private windows may refuse to keep one. */
export const settings = {
  get(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // then it is forgotten
    }
  },
};
