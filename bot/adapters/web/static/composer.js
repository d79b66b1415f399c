// The line to write in: plain words, commands after a slash, and what a half-written one could become.

import {byId, make, texts} from './dom.js';

const PAUSE_MS = 150;
const RECALLED = 30;

export class Composer {
  /** `send(text)` hands it in; `ask(text)` asks the service for completions. */
  constructor(send, ask) {
    this.send = send;
    this.ask = ask;
    this.commands = [];
    this.items = [];
    this.chosen = -1;
    this.said = [];
    this.input = byId('text');
    this.list = byId('suggestions');
    this.input.addEventListener('input', () => this.suggest());
    this.input.addEventListener('keydown', event => this.key(event));
    this.input.addEventListener('blur', () => setTimeout(() => this.offer([]), 150));
    byId('composer').addEventListener('submit', event => {
      event.preventDefault();
      this.submit();
    });
  }

  focus() {
    this.input.focus();
  }

  /** Begin to write to somebody, after what is there. */
  address(name) {
    const before = this.input.value.trim();
    this.input.value = `${before ? `${before} ` : ''}@${name} `;
    this.focus();
  }

  begin(text) {
    this.input.value = text;
    this.focus();
    this.suggest();
  }

  submit() {
    const text = this.input.value.trim();
    if (!text) return;
    this.said = [text, ...this.said.filter(one => one !== text)].slice(0, RECALLED);
    this.recalled = -1;
    this.input.value = '';
    clearTimeout(this.timer);
    this.offer([]);
    this.send(text);
  }

  suggest() {
    const text = this.input.value;
    clearTimeout(this.timer);
    this.asked = null;
    const begun = /^\/(\w*)$/.exec(text);
    if (begun) {
      const found = this.commands.filter(command => command.name.startsWith(begun[1].toLowerCase()));
      this.offer(found.map(command => ({...command, text: `/${command.name} `})));
      return;
    }
    this.offer([]);
    if (text.trim()) this.timer = setTimeout(() => this.asked = this.ask(text), PAUSE_MS);
  }

  /** Completions came, for what was asked last. */
  complete(id, items) {
    if (id === this.asked) this.offer(items.filter(text => text !== this.input.value).map(text => ({text})));
  }

  offer(items) {
    this.items = items;
    this.chosen = -1;
    this.list.replaceChildren(...items.map((item, index) => this.option(item, index)));
    this.list.hidden = items.length === 0;
    this.input.setAttribute('aria-expanded', String(items.length > 0));
    this.input.removeAttribute('aria-activedescendant');
  }

  option(item, index) {
    const parts = item.name
      ? [make('b', {textContent: `/${item.name}`}), item.usage ? make('i', {textContent: item.usage}) : null, make('span', {textContent: item.summary})]
      : [make('b', {textContent: item.text})];
    const option = make('li', {id: `suggestion-${index}`, attrs: {role: 'option', 'aria-selected': 'false'}}, ...parts);
    option.addEventListener('pointerdown', event => {
      event.preventDefault();
      this.take(index);
    });
    return option;
  }

  choose(index) {
    this.chosen = (index + this.items.length) % this.items.length;
    [...this.list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === this.chosen)));
    const option = this.list.children[this.chosen];
    option.scrollIntoView({block: 'nearest'});
    this.input.setAttribute('aria-activedescendant', option.id);
  }

  take(index) {
    const {text, name, usage} = this.items[index];
    this.input.value = text;
    this.offer([]);
    this.focus();
    if (name && !usage) this.input.value = text.trim();
    else this.suggest();
  }

  key(event) {
    if (event.isComposing) return;
    const open = this.items.length > 0;
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step && open) {
      event.preventDefault();
      this.choose(this.chosen < 0 && step < 0 ? -1 : this.chosen + step);
    } else if (step) {
      event.preventDefault();
      this.recall(-step);
    } else if (open && (event.key === 'Tab' || event.key === 'Enter') && (this.chosen >= 0 || event.key === 'Tab')) {
      event.preventDefault();
      this.take(Math.max(this.chosen, 0));
    } else if (event.key === 'Escape') {
      if (open) this.offer([]);
      else this.input.blur();
    }
  }

  /** What was written before, one step back or forth. */
  recall(step) {
    const at = Math.max(-1, Math.min(this.said.length - 1, (this.recalled ?? -1) + step));
    this.recalled = at;
    this.input.value = at < 0 ? '' : this.said[at];
  }
}

/** Split `/name words` into a command; null for plain words. */
export function command(text) {
  const found = /^\/([a-z][a-z0-9_]{0,31})(?:\s+(.*))?$/is.exec(text);
  return found ? {name: found[1].toLowerCase(), args: (found[2] ?? '').trim()} : null;
}
