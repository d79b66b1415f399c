// The page's language and how it shows times: as the service says that the person wants it, else as the browser has it.

import {texts} from './dom.js';

const CUSTOMS = {en: 'en-GB', de: 'de-DE'};  // those of the boards: English times without a.m. and p.m.

let zone;  // undefined: the browser's
let formats = made();

/** Take another language or time zone; whether anything is to be drawn anew. */
export function speak({language, zone: wanted, texts: words}) {
  const before = `${document.documentElement.lang} ${zone}`;
  zone = known(wanted);
  if (words) {
    document.documentElement.lang = language;
    Object.assign(texts, words);
    fill();
  }
  if (before === `${document.documentElement.lang} ${zone}`) return false;
  formats = made();
  return true;
}

/** A time of today as hours and minutes, any other with its day. */
export function moment(time) {
  const today = formats.day.format(time) === formats.day.format(new Date());
  return (today ? formats.time : formats.short).format(time);
}

/** A time with its whole date. */
export const whole = time => formats.whole.format(time);

function made() {
  const language = document.documentElement.lang;
  const format = parts => new Intl.DateTimeFormat(CUSTOMS[language] ?? language, {timeZone: zone, ...parts});
  return {
    day: format({dateStyle: 'short'}),
    time: format({timeStyle: 'short'}),
    short: format({day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'}),
    whole: format({dateStyle: 'medium', timeStyle: 'short'}),
  };
}

function known(wanted) {
  try {
    return wanted ? new Intl.DateTimeFormat('en', {timeZone: wanted}).resolvedOptions().timeZone : undefined;
  } catch {
    return undefined;  // a zone that this browser has never heard of
  }
}

/** Put the words into the page's frame. */
function fill() {
  for (const element of document.querySelectorAll('[data-words]')) element.textContent = texts[element.dataset.words];
  for (const element of document.querySelectorAll('[data-words-label]')) element.setAttribute('aria-label', texts[element.dataset.wordsLabel]);
  for (const element of document.querySelectorAll('[data-words-hint]')) element.placeholder = texts[element.dataset.wordsHint];
}
