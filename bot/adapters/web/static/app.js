// The page: brings line, rooms, timeline and composer together.

import {byId, settings, texts, toast} from './dom.js';
import {Line} from './socket.js';
import {speak} from './speech.js';
import {Composer, command} from './composer.js';
import {Conversation, Timeline} from './timeline.js';
import {DIRECT, Rooms, drawPeople, fromHash, roomNamed, title, toHash} from './rooms.js';

const SCROLLED_MS = 400;  // until a new board has been drawn and scrolled to

const me = {id: '', name: null};
const conversations = new Map();
const rooms = new Rooms(10);
let current = fromHash();
let completing = 0;

const conversation = chat => {
  if (!conversations.has(chat)) conversations.set(chat, new Conversation(chat));
  return conversations.get(chat);
};

const timeline = new Timeline(
  (button, message) => line.act({type: 'press', chat: current, message: message.id, data: button.press}),
  chat => line.post({type: 'dismiss', chat}),
);

const composer = new Composer(say, text => {
  completing += 1;
  line.post({type: 'complete', id: String(completing), chat: current, text});
  return String(completing);
});

rooms.add(current);
timeline.show(conversation(current), me.id);
redrawRooms();

const line = new Line(watched, hear);

function watched(epoch) {
  const seen = {};
  for (const chat of rooms.all()) seen[chat] = epoch ? conversation(chat).change : 0;
  return seen;
}

function hear(message) {
  const take = {
    hello: welcomed,
    history: message => {
      const one = conversation(message.chat);
      one.catchUp(message);
      redraw(message.chat, new Set(message.messages.map(({id}) => id)));
    },
    message: arrived,
    edit: changed,
    gone: message => {
      const one = conversation(message.chat);
      one.change = message.change;
      one.messages.delete(message.id);
      redraw(message.chat);
    },
    private: message => {
      conversation(message.chat).private = message.message;
      redraw(message.chat, new Set(['private']));
      if (message.chat === current && message.message && timeline.stuck) timeline.toPrivate();
      if (message.chat === current && message.message) announce(message.message);
    },
    notice: message => toast(message.text, message.alert),
    presence: message => {
      Object.assign(conversation(message.chat), {people: message.people, count: message.count});
      if (message.chat === current) redrawPeople();
    },
    mention: called,
    words: spoken,
    closed: ({chat, text}) => {
      toast(text, true);
      forget(chat);
      if (chat === current) location.hash = toHash('room:lounge');
    },
    named: message => {
      me.name = message.name;
      byId('me').textContent = me.name;
    },
    nameless: () => askName(),
    completions: message => composer.complete(message.id, message.items),
  }[message.type];
  take?.(message);
}

function welcomed({you, fresh, ...words}) {
  Object.assign(me, you);
  spoken(words);
  byId('me').textContent = me.name ?? '';
  if (fresh) {
    for (const one of conversations.values()) Object.assign(one, {messages: new Map(), change: 0});
    timeline.show(conversation(current), me.id);
  }
  if (me.name === null) askName();
  else if (document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches) composer.focus();
}

/** The person wants another language or time zone: all that the page itself says is drawn anew. */
function spoken(words) {
  composer.commands = words.commands;
  if (!speak(words)) return;
  line.redraw();
  drawSound();
  redrawRooms();
  redrawPeople();
  timeline.redraw();
}

function arrived({chat, message, change}) {
  const one = conversation(chat);
  one.change = change;
  one.messages.set(message.id, message);
  const own = message.by?.id === me.id;
  if (!own && !message.quiet && (chat !== current || document.hidden)) one.unread += 1;
  redraw(chat);
  if (chat !== current) return redrawRooms();
  if (own) timeline.toEnd();
  if (message.for === me.id) timeline.toAnswer(message.id);
  if (message.rows) announce(message);
  if (message.text && !own && !timeline.sees(message.id)) toast(`${message.by.name}: ${message.text.slice(0, 140)}`);
}

function changed({chat, message, change}) {
  const one = conversation(chat);
  const before = one.messages.get(message.id)?.headline;
  one.change = change;
  one.messages.set(message.id, message);
  redraw(chat, new Set([message.id]));
  if (chat === current && message.headline !== before && one.live(me.id) === message) announce({headline: message.headline});
}

/** Somebody is called: a mark in the title when the page is not looked at, a sound if that is wanted. */
function called({chat, headline}) {
  if (settings.get('chouette.sound', false)) chime();
  if (chat === current && !document.hidden) return setTimeout(() => timeline.plays() || toast(headline), SCROLLED_MS);
  conversation(chat).called += 1;
  if (chat !== current) toast(`${title(chat)}: ${headline}`);
  redrawRooms();
}

function announce(message) {
  byId('announcer').textContent = [message.headline, ...(message.lines ?? []), ...(message.fixed ?? []), message.alt ?? ''].filter(Boolean).join('\n');
}

function say(text) {
  const ran = command(text);
  return line.act(ran ? {type: 'command', chat: current, ...ran} : {type: 'say', chat: current, text});
}

function redraw(chat, changed) {
  if (chat === current) timeline.update(changed);
}

function redrawRooms() {
  rooms.draw(current, conversations);
  const all = [...conversations.values()];
  const waiting = all.reduce((sum, one) => sum + one.called, 0);
  document.title = `${waiting ? `(${waiting}) ${texts.your_turn} – ` : ''}${title(current)} · ${texts.title}`;
  const elsewhere = all.some(one => one.chat !== current && (one.called || one.unread));
  if (elsewhere) byId('menu').dataset.unread = '';
  else delete byId('menu').dataset.unread;
}

function redrawPeople() {
  drawPeople(conversation(current), me.id, name => {
    openSide(false);
    composer.address(name);
  });
}

function looked() {
  if (document.hidden) return;
  Object.assign(conversation(current), {called: 0, unread: 0});
  redrawRooms();
}

function go() {
  const chat = fromHash();
  if (chat === current) return;
  current = chat;
  if (chat !== DIRECT && !rooms.all().includes(chat)) {
    const left = rooms.add(chat);
    if (left) close(left);
    line.post({type: 'open', chat});
  }
  openSide(false);
  timeline.show(conversation(chat), me.id);
  looked();
  redrawPeople();
}

function leave() {
  close(current);
  location.hash = toHash('room:lounge');
}

function close(chat) {
  line.post({type: 'close', chat});
  forget(chat);
}

function forget(chat) {
  rooms.remove(chat);
  conversations.delete(chat);
  redrawRooms();
}

async function invite() {
  const address = `${location.origin}/${toHash(current)}`;
  try {
    await navigator.clipboard.writeText(address);
    toast(`${texts.invite_copied} ${address}`);
  } catch {
    toast(address);
  }
}

function openSide(open) {
  const side = byId('side');
  if (open === (side.dataset.open !== undefined)) return;
  if (open) side.dataset.open = '';
  else delete side.dataset.open;
  byId('shade').hidden = !open;
  byId('menu').setAttribute('aria-expanded', String(open));
  (open ? side.querySelector('button') : byId('menu')).focus();
}

function askName() {
  byId('name').value = me.name ?? '';
  if (!byId('naming').open) byId('naming').showModal();
}

function chime() {
  const audio = new AudioContext();
  const volume = new GainNode(audio, {gain: 0.06});
  volume.connect(audio.destination);
  [659, 880].forEach((frequency, index) => {
    const tone = new OscillatorNode(audio, {frequency});
    tone.connect(volume);
    tone.start(audio.currentTime + index * 0.14);
    tone.stop(audio.currentTime + index * 0.14 + 0.12);
    if (index) tone.addEventListener('ended', () => audio.close());
  });
}

function drawSound() {
  const on = settings.get('chouette.sound', false);
  byId('sound').setAttribute('aria-pressed', String(on));
  byId('sound').textContent = `${texts.sound}: ${on ? texts.sound_on : texts.sound_off}`;
}

byId('naming-form').addEventListener('submit', async event => {
  event.preventDefault();
  const name = byId('name').value.trim();
  if (!name) return;
  const stranger = me.name === null;
  byId('naming').close();
  await line.act({type: 'name', chat: current, name});
  if (stranger && !matchMedia('(pointer: coarse)').matches) composer.focus();
});
byId('naming').addEventListener('cancel', event => me.name === null && event.preventDefault());
byId('newroom').addEventListener('submit', event => {
  event.preventDefault();
  const chat = roomNamed(byId('newroom-name').value);
  byId('newroom-name').value = '';
  if (chat) location.hash = toHash(chat);
});
byId('invite').addEventListener('click', invite);
byId('leave').addEventListener('click', leave);
byId('rename').addEventListener('click', askName);
byId('sound').addEventListener('click', () => {
  settings.set('chouette.sound', !settings.get('chouette.sound', false));
  drawSound();
});
byId('menu').addEventListener('click', () => openSide(true));
byId('shade').addEventListener('click', () => openSide(false));
addEventListener('hashchange', go);
addEventListener('focus', looked);
document.addEventListener('visibilitychange', looked);
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && byId('side').dataset.open !== undefined) return openSide(false);
  if (event.ctrlKey || event.metaKey || event.altKey || byId('naming').open) return;
  if (event.target.matches?.('input, textarea')) return;
  if (/^[1-9]$/.test(event.key)) timeline.pressKey(event.key) && event.preventDefault();
  else if (event.key === '/') {
    event.preventDefault();
    composer.begin('/');
  }
});
drawSound();
