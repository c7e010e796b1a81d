// A page for our scripts without a browser; each page runs them in its own context.
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import vm from "node:vm";
import { Clock, Event } from "./events.mjs";
import { Element, FormData, el } from "./nodes.mjs";

export { Event, el };
const STATIC = new URL("../../../static/", import.meta.url);
const ORIGIN = "http://companion.test";

class Store extends Map {
  getItem(key) { return this.get(key) ?? null; }
  setItem(key, value) { this.set(key, String(value)); }
  removeItem(key) { this.delete(key); }
}

class AbortController {
  signal = {aborted: false, hear: () => {}};
  abort() { this.signal.aborted = true; this.signal.hear(); }
}

export class Page {
  clock = new Clock();
  sent = [];
  visited = [];
  answers = [];
  answer = () => this.ok();
  drawings = new Map(); // what an answer's text looks like once it is on the page

  constructor(body, ...inside) {
    this.body = body.append(...inside);
    this.html = el("html", {lang: "en"}, this.body);
    const page = this, kind = html => [page.drawings.get(html)?.() ?? el("p", {}, html)];
    for (const node of this.html.below) {
      if (node.id === "look") Object.defineProperty(node, "innerHTML", {set(html) { this.replaceChildren(...html ? kind(html) : []); }});
    }
    this.world = vm.createContext(this.globals());
  }

  globals() {
    const page = this, document = this.html, window = new Element("window");
    Object.assign(document, {
      body: this.body, documentElement: this.html, hidden: false, activeElement: null,
      createElement: tag => new Element(tag), createElementNS: (_, tag) => new Element(tag),
      elementFromPoint: (x, y) => document.below.findLast(node => node.getClientRects().length && node.box
        && node.box[0] <= x && x <= node.box[2] && node.box[1] <= y && y <= node.box[3]) ?? null,
      getElementById: id => document.below.find(node => node.id === id) ?? null,
    });
    this.window = window;
    class CustomEvent extends Event {}
    class SubmitEvent extends Event {}
    class HTMLFormElement extends Element {}
    class Now extends Date { static now() { return page.clock.now; } }
    return {
      document, window, Event, CustomEvent, SubmitEvent, Element, HTMLFormElement, FormData, URL, URLSearchParams, AbortController, Date: Now, console,
      crypto: webcrypto, performance: {now: () => page.clock.now}, sessionStorage: this.session = new Store(), localStorage: this.local = new Store(), navigator: {},
      location: {origin: ORIGIN, pathname: "/t/key", assign: url => page.visited.push(url), reload: () => page.visited.push("again")},
      setTimeout: (run, ms) => page.clock.set(run, ms), clearTimeout: id => page.clock.clear(id),
      setInterval: (run, ms) => page.clock.set(run, ms, ms), clearInterval: id => page.clock.clear(id),
      addEventListener: (...all) => window.addEventListener(...all), scrollTo: (...to) => { page.scrolled = to; },
      getComputedStyle: () => ({visibility: "visible", getPropertyValue: name => page.styles[name] ?? ""}),
      htmx: {ajax: (_verb, url) => { page.fetched.push(url); return Promise.resolve(); }, registerExtension: (_name, extension) => { page.extension = extension; }},
      DOMParser: class { parseFromString(html) { return page.drawings.get(html)?.() ?? el("html"); } },
      fetch: (url, options = {}) => page.fetch(url, options),
      MutationObserver: class { constructor(changed) { page.changed = changed; } observe() {} },
    };
  }

  fetched = [];
  styles = {}; // by name, of all elements

  // Keeps every request; `answer` makes the response, and a promise that never settles is a lost request.
  async fetch(url, {method = "GET", body, signal} = {}) {
    const request = {url: String(url).replace(ORIGIN, ""), method, fields: Object.fromEntries(body ?? []), at: this.clock.now};
    this.sent.push(request);
    const stopped = new Promise((_, fail) => { if (signal) signal.hear = () => fail(new Error("aborted")); });
    stopped.catch(() => {});
    const answer = await Promise.race([stopped, Promise.resolve().then(() => this.answer(request))]);
    return {...answer, text: () => Promise.race([stopped, answer.text()])};
  }

  ok(text = "", headers = {"Companion-Entry": "1"}) { return this.says(200, text, headers); }
  says(status, text = "", headers = {"Companion-Entry": "0"}) {
    return {status, ok: status < 300, url: ORIGIN + "/next", text: async () => text, json: async () => JSON.parse(text), headers: new Map(Object.entries(headers))};
  }

  run(...names) {
    for (const name of names) vm.runInContext(readFileSync(new URL(name, STATIC), "utf-8"), this.world, {filename: name});
    return this;
  }

  at(selector) { return this.html.querySelector(selector); }
  tell(type, init = {}) { this.html.dispatchEvent(new Event(type, init)); }
  pass(ms) { return this.clock.pass(ms); }

  // a tap of a finger has a place and a time
  tap(node, {x = 100, y = 100} = {}) { node.click({detail: 1, timeStamp: this.clock.now, clientX: x, clientY: y}); }
  press(type, node, at = {}) { return node.dispatchEvent(Object.assign(new Event(type, {bubbles: true}), at)); }

  // Enter on a button is a click without a place
  enter(node) { node.click({detail: 0, timeStamp: this.clock.now, clientX: 0, clientY: 0}); }

  type(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  }

  // the stream brings a new state
  draws(attributes, ...turn) {
    const entry = this.at("#entry"), data = el("data", {value: attributes.value ?? 1, "data-moved": attributes.moved ?? 0, "data-scene": attributes.scene ?? "play", "data-page": attributes.page ?? "", ...attributes.again && {"data-again": attributes.again}});
    entry.replaceChildren(data);
    if (turn.length) this.at("#turn").replaceChildren(...turn);
    this.tell("htmx:sse:after:message");
  }
}

export const TOAST = () => el("div#toast", {"data-retrying": "Not saved yet.", "data-away": "Not reached.", "data-lost": "Lost."});

// the page of a table, with `inside` on its public part
export function table(...inside) {
  const stage = el("main#live", {}, el("section#entry", {}, el("data", {value: 1, "data-moved": 0, "data-scene": "play"})), el("section#turn"), ...inside, el("dialog#look", {"data-closes": "Close"}));
  const sure = el("dialog#sure", {}, el("form", {method: "dialog"}, el("h2"), el("p"), el("button", {value: "yes"}), el("button", {value: "no"})));
  sure.showModal = () => { sure.open = true; };
  sure.close = value => { sure.open = false; sure.returnValue = value ?? sure.returnValue; sure.onclose(); }; // without a word: put away
  const look = stage.below.find(node => node.id === "look");
  look.showModal = () => { look.open = look.modal = true; };
  look.close = () => { look.open = look.modal = false; look.dispatchEvent(new Event("close")); };
  const page = new Page(el("body", {"data-me": "orange player", "data-moved": 0}), stage, sure, TOAST(), el("div#offline", {hidden: ""}));
  return page;
}

// a form of the table that sends moves
export const form = (fields, ...inside) => el("form", {"data-tap": "", action: "/t/key/tap"},
  ...Object.entries(fields).map(([name, value]) => el("input", {type: "hidden", name, value})), ...inside);
