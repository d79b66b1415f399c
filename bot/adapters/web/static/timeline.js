// The messages of the chat that is shown: the log, the board that is played on, and what only oneself sees.

import {busy, draw} from './cards.js';
import {byId, make, texts} from './dom.js';

const NEAR_PX = 60;

/** What the page knows of one chat. */
export class Conversation {
  constructor(chat) {
    this.chat = chat;
    this.change = 0;
    this.messages = new Map();
    this.private = null;
    this.people = [];
    this.count = 0;
    this.unread = 0;
    this.called = 0;
  }

  /** Take everything that was missed; `ids` are all messages that there are. */
  catchUp({messages, ids, change}) {
    this.change = change;
    for (const message of messages) this.messages.set(message.id, message);
    const there = new Set(ids);
    for (const id of this.messages.keys()) if (!there.has(id)) this.messages.delete(id);
  }

  /** The message to play on: the newest with buttons that calls `me`, or of a table of mine, or else of any. */
  live(me) {
    const open = this.ordered().filter(message => (message.rows || message.picture) && !message.retired);
    const newest = whose => open.findLast(message => message.rows && message[whose]?.includes(me));
    return newest('mentions') ?? newest('players') ?? open.at(-1) ?? null;
  }

  ordered() {
    return [...this.messages.values()].sort((one, other) => one.id - other.id);
  }
}

export class Timeline {
  /** `press(button, message)` hands a press in and resolves when it was answered. */
  constructor(press, dismiss) {
    this.hand = press;
    this.dismiss = dismiss;
    this.cards = new Map();
    this.waiting = new Set();
    this.owed = null;
    this.me = '';
    this.conversation = null;
    this.scrollers = [byId('main'), byId('chat')];
    this.stuck = true;
    for (const scroller of this.scrollers) scroller.addEventListener('scroll', () => this.scrolled(), {passive: true});
    const grown = new ResizeObserver(() => this.stuck && this.toEnd());
    for (const id of ['log', 'stage', 'private', 'chat', 'main']) grown.observe(byId(id));
    byId('newest').addEventListener('click', () => {
      this.toEnd();
      byId('stage').focus({preventScroll: true});
    });
  }

  /** Show a chat from the beginning. */
  show(conversation, me) {
    this.conversation = conversation;
    this.me = me;
    this.cards.clear();
    this.board = null;
    for (const id of ['log', 'board', 'private']) byId(id).replaceChildren();
    this.update();
    this.toEnd();
  }

  /** Draw everything anew, in another language. */
  redraw() {
    this.update(new Set([...this.conversation.messages.keys(), 'private']));
  }

  /** Redraw what has changed: `changed` are the numbers of messages whose content is new. */
  update(changed = new Set()) {
    const {conversation} = this;
    const log = byId('log');
    const live = conversation.live(this.me);
    const focus = this.focused();
    const ordered = conversation.ordered();
    for (const id of this.cards.keys()) if (!conversation.messages.has(id)) this.drop(id);
    let place = log.firstElementChild;
    for (const message of ordered) {
      const pinned = message === live;
      const element = this.element(message, pinned, changed);
      if (pinned) continue;
      if (element === place) place = place.nextElementSibling;
      else log.insertBefore(element, place);
    }
    this.pin(live);
    this.showPrivate(changed);
    byId('empty').hidden = ordered.length > 0 || conversation.private !== null;
    if (focus) this.refocus(focus);
  }

  element(message, pinned, changed) {
    const known = this.cards.get(message.id);
    const moved = known && known.pinned !== pinned;
    if (known && !moved && !changed.has(message.id)) return known.element;
    const look = {me: this.me, live: pinned, press: (...args) => this.press(...args)};
    const element = draw(message, look, known?.element);
    this.cards.set(message.id, {element, pinned});
    if (this.waiting.has(message.id)) busy(element, true);
    return element;
  }

  drop(id) {
    this.cards.get(id).element.remove();
    this.cards.delete(id);
  }

  pin(live) {
    const element = live ? this.cards.get(live.id).element : null;
    const shown = byId('board').firstElementChild;
    if (shown !== element) byId('board').replaceChildren(...(element ? [element] : []));
  }

  showPrivate(changed) {
    const message = this.conversation.private;
    const shown = byId('private').firstElementChild;
    if (!message) return shown?.remove();
    if (shown?.dataset.id === String(message.id) && !changed.has('private')) return;
    const card = draw(message, {me: this.me, live: true, press: (...args) => this.press(...args)});
    card.classList.add('privately');
    for (const button of card.querySelectorAll('[data-key]')) delete button.dataset.key;
    const away = make('button', {type: 'button', textContent: texts.dismiss});
    away.addEventListener('click', () => {
      this.conversation.private = null;
      this.dismiss(this.conversation.chat);
      this.update();
    });
    card.prepend(make('p', {className: 'tag'}, texts.private, away));
    if (this.waiting.has(message.id)) busy(card, true);
    byId('private').replaceChildren(card);
  }

  async press(button, message, card, byKey) {
    if (this.waiting.has(message.id)) return;
    const index = [...card.querySelectorAll('.rows button')].findIndex(one => one.dataset.press === button.press);
    const place = placeOf(card);
    this.waiting.add(message.id);
    busy(card, true);
    await this.hand(button, message);
    this.release(message.id);
    const owed = this.owed ?? (byKey ? {card, index, place} : null);
    this.owed = null;
    if (owed) this.refocus(owed);
  }

  /** Let a message be pressed again, also where it was drawn anew while it waited: in another room, after a restart. */
  release(id) {
    this.waiting.delete(id);
    const shown = [this.cards.get(id)?.element, byId('private').firstElementChild];
    for (const card of shown) if (card?.dataset.id === String(id)) busy(card, false);
  }

  /** The button that has the focus now, to give it back after a redraw. */
  focused() {
    const card = document.activeElement?.closest?.('.card');
    if (!card || !document.activeElement.dataset.press) return null;
    const buttons = [...card.querySelectorAll('.rows button')];
    return {card, index: buttons.indexOf(document.activeElement), place: placeOf(card)};
  }

  refocus({card, index, place}) {
    if (document.activeElement && document.activeElement !== document.body) return;
    const still = card.isConnected && card.closest('.stage, .private');
    const here = still ? card : place?.querySelector('.card') ?? byId('board');
    if ([here, ...here.querySelectorAll('.card')].some(one => one.ariaBusy === 'true')) {
      this.owed = {card, index, place};  // a redraw while a press waits: its answer gives the focus back
      return;
    }
    const buttons = here.querySelectorAll('.rows button:not(:disabled)');
    const target = buttons[Math.min(index, buttons.length - 1)] ?? byId('stage');
    target.focus({preventScroll: true});
  }

  /** Press the button with this number on the board. */
  pressKey(key) {
    const button = byId('board').querySelector(`button[data-key="${key}"]:not(:disabled)`);
    button?.focus();
    button?.click();
    return Boolean(button);
  }

  /** Whether the buttons of the board are to be seen now. */
  plays() {
    return shows(byId('board').querySelector('.rows'), byId(this.wide ? 'stage' : 'main'));
  }

  /** Whether a message is to be seen now, not scrolled away above the board. */
  sees(id) {
    return shows(this.cards.get(id)?.element, this.scroller());
  }

  /** Whether the board stands beside the messages; else all is one column. */
  get wide() {
    return this.scroller() !== byId('main');
  }

  scroller() {
    return this.scrollers.find(one => getComputedStyle(one).overflowY === 'auto');
  }

  scrolled() {
    const one = this.scroller();
    if (this.stuck && this.extent !== this.measure()) return this.toEnd();  // not the reader, but what is there has moved
    this.stuck = one.scrollHeight - one.scrollTop - one.clientHeight < NEAR_PX;
    byId('newest').hidden = this.stuck;
  }

  /** Show an answer that only oneself sees: its end with the buttons, or its beginning if it is longer than the page. */
  toPrivate() {
    this.toEnd();
    const card = byId('private').firstElementChild;
    if (card && card.offsetHeight > this.scroller().clientHeight - document.querySelector('.foot').offsetHeight) this.toCard(card);
  }

  /** Show an answer to oneself that all can see, which may stand above the board. */
  toAnswer(id) {
    const card = this.cards.get(id)?.element;
    if (card?.closest('.log')) this.toCard(card);
  }

  /** On a wide page all is in sight: the board beside the messages, the private answer in a frame of its own. */
  toCard(card) {
    if (this.wide) return;
    card.scrollIntoView({block: 'start', behavior: 'instant'});
    this.stuck = false;
  }

  toEnd() {
    const one = this.scroller();
    one.scrollTop = one.scrollHeight;
    this.stuck = true;
    this.extent = this.measure();
    byId('newest').hidden = true;
  }

  /** How much there is, and how much of it can be seen. */
  measure() {
    const {id, scrollHeight, clientHeight} = this.scroller();
    return `${id} ${scrollHeight} ${clientHeight}`;
  }
}

/** The place on the page in which a card stands. */
function placeOf(card) {
  return card.closest('.private') ?? card.closest('.stage');
}

/** Whether an element is to be seen in a frame, more than its edge. */
function shows(element, frame) {
  const place = element?.getBoundingClientRect();
  const {top, bottom} = frame.getBoundingClientRect();
  return Boolean(place) && place.bottom > top + NEAR_PX && place.top < bottom - NEAR_PX;
}
