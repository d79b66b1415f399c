// The line to the service: opens again by itself, sends what is not answered once more under the same number.

import {randomText, texts, byId, toast} from './dom.js';

const PATIENCE_MS = 12000;
const LONGEST_WAIT_MS = 8000;

export class Line {
  /** `seen()` gives the last change seen of each watched chat; `hear(message)` takes what comes. */
  constructor(seen, hear) {
    this.seen = seen;
    this.hear = hear;
    this.session = randomText(10);
    this.epoch = '';
    this.waiting = new Map();
    this.number = 0;
    this.failures = 0;
    this.connect();
    addEventListener('online', () => this.connect());
    document.addEventListener('visibilitychange', () => document.hidden || this.connect());
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN && this.greeted;
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.retry);
    this.greeted = false;
    this.state(this.failures > 1 ? 'offline' : 'connecting');
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = this.socket = new WebSocket(`${scheme}//${location.host}/socket`);
    socket.addEventListener('open', () => {
      this.post({type: 'hello', session: this.session, epoch: this.epoch, language: document.documentElement.lang, seen: this.seen(this.epoch)});
    });
    socket.addEventListener('message', event => socket === this.socket && this.take(JSON.parse(event.data)));
    socket.addEventListener('close', () => socket === this.socket && this.lost());
  }

  lost() {
    this.greeted = false;
    this.failures += 1;
    this.state('offline');
    const wait = Math.min(LONGEST_WAIT_MS, 250 * 2 ** this.failures) * (0.6 + 0.4 * Math.random());
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), wait);
  }

  state(state) {
    const shown = byId('connection');
    if (shown.dataset.state === state) return;
    shown.dataset.state = state;
    this.redraw();
  }

  /** Say again how the line is, in the page's language. */
  redraw() {
    const shown = byId('connection');
    shown.textContent = texts[shown.dataset.state];
  }

  take(message) {
    if (message.type === 'hello') {
      this.greeted = true;
      this.failures = 0;
      this.state('online');
      const fresh = message.epoch !== this.epoch;
      this.epoch = message.epoch;
      this.hear({...message, fresh});
      for (const {message: unanswered} of this.waiting.values()) this.post(unanswered);
    } else if (message.type === 'done' || message.type === 'refused') {
      this.settle(message.id, message.type === 'done');
    } else {
      this.hear(message);
    }
  }

  /** Send something that needs no answer; lost if there is no line. */
  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Send an act; true when it was done, false when it was refused or is not answered in time. */
  act(message) {
    const id = String(++this.number);
    const numbered = {...message, id};
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        toast(texts.no_answer, true);
        this.settle(id, false);
      }, PATIENCE_MS);
      this.waiting.set(id, {message: numbered, resolve, timer});
      if (this.open) this.post(numbered);
    });
  }

  settle(id, done) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.waiting.delete(id);
    waiting.resolve(done);
  }
}
