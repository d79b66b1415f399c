// Which chats there are for this browser: the lounge, rooms by link, the direct chat; who is here.

import {byId, make, named, settings, texts} from './dom.js';

export const LOUNGE = 'room:lounge';
export const DIRECT = 'direct';

const KEY = 'chouette.rooms';

/** A room's address from what somebody typed, null if nothing is left of it. */
export function roomNamed(text) {
  const name = text.normalize('NFKC').toLowerCase().trim().replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 32);
  return name ? `room:${name}` : null;
}

/** The chat that the page's address asks for. */
export function fromHash() {
  if (location.hash === '#direct') return DIRECT;
  const found = /^#room=(.+)$/.exec(location.hash);
  try {
    return (found && roomNamed(decodeURIComponent(found[1]))) ?? LOUNGE;
  } catch {
    return LOUNGE;
  }
}

export const toHash = chat => chat === DIRECT ? '#direct' : `#room=${encodeURIComponent(chat.slice(5))}`;

/** How people call a chat. */
export function title(chat) {
  if (chat === DIRECT) return texts.direct;
  return chat === LOUNGE ? texts.lounge : chat.slice(5);
}

export class Rooms {
  constructor(limit) {
    this.limit = limit;
    this.known = [LOUNGE, ...settings.get(KEY, []).filter(chat => /^room:/.test(chat) && chat !== LOUNGE)];
  }

  /** Add a room; the one that had to give way to it, if any. */
  add(chat) {
    if (chat === DIRECT || this.known.includes(chat)) return null;
    this.known = [LOUNGE, ...this.known.slice(1), chat];
    const [left = null] = this.known.length >= this.limit ? this.known.splice(1, 1) : [];
    this.keep();
    return left;
  }

  remove(chat) {
    this.known = this.known.filter(one => one === LOUNGE || one !== chat);
    this.keep();
  }

  keep() {
    settings.set(KEY, this.known.filter(chat => chat !== LOUNGE));
  }

  all() {
    return [...this.known, DIRECT];
  }

  /** Draw the list; `conversations` tells what is unread. */
  draw(current, conversations) {
    byId('places').replaceChildren(...this.all().map(chat => {
      const {called = 0, unread = 0} = conversations.get(chat) ?? {};
      const badge = chat !== current && (called || unread)
        ? make('span', {className: 'badge', textContent: called || unread, attrs: {'aria-label': `${called || unread} ${texts.messages}`}})
        : null;
      const button = make('button', {type: 'button', attrs: {'aria-current': chat === current ? 'page' : undefined}}, make('bdi', {textContent: title(chat)}), badge);
      button.addEventListener('click', () => location.hash = toHash(chat));
      return make('li', {}, button);
    }));
    byId('place').textContent = title(current);
    byId('room-actions').hidden = current === DIRECT;
    byId('leave').hidden = current === LOUNGE;
    byId('here-section').hidden = current === DIRECT;
  }
}

/** Draw who is here; a press on a name begins a line to that person. */
export function drawPeople(conversation, me, address) {
  const {people, count, chat} = conversation;
  byId('count').textContent = chat === DIRECT || !count ? '' : `${texts.here}: ${count}`;
  byId('people').replaceChildren(...people.map(person => {
    const words = make('span', {}, named(person.name), person.id === me ? ` (${texts.you})` : null);
    const button = make('button', {type: 'button'}, words);
    button.addEventListener('click', () => address(person.name));
    return make('li', {}, button);
  }), ...(people.length ? [] : [make('li', {className: 'hint', textContent: texts.here_nobody})]));
}
