// The parts of the DOM that our scripts use: attributes, selectors, forms, and events that capture and bubble.
import { Event } from "./events.mjs";

const CHECKABLE = ["radio", "checkbox"];
const PART = /^(?:([a-z]+[0-9]?)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:=["']?([^\]"']*)["']?)?\]|:(checked)|:not\(([^()]*)\))/;
const dashed = name => name.replace(/[A-Z]/g, letter => "-" + letter.toLowerCase());

function picks(part, node) {
  for (let rest = part; rest;) {
    const found = PART.exec(rest);
    if (!found) throw new Error(`no such selector in these tests: ${part}`);
    const [all, tag, id, kind, name, value, checked, not] = found;
    const is = tag ? node.tag === tag : id ? node.id === id : kind ? node.classList.contains(kind)
      : name ? node.hasAttribute(name) && (value === undefined || node.getAttribute(name) === value)
      : checked ? node.checked : !not.split(",").some(one => picks(one.trim(), node));
    if (!is) return false;
    rest = rest.slice(all.length);
  }
  return true;
}

function under(parts, node) {
  if (!parts.length) return true;
  const direct = parts.at(-1) === ">", rest = direct ? parts.slice(0, -1) : parts;
  for (let above = node.parentElement; above; above = direct ? null : above.parentElement) {
    if (picks(rest.at(-1), above) && under(rest.slice(0, -1), above)) return true;
  }
  return false;
}

function matches(selector, node) {
  return selector.split(/,(?![^(]*\))/).some(one => {
    const parts = one.trim().split(/\s+/);
    return picks(parts.at(-1), node) && under(parts.slice(0, -1), node);
  });
}

export class Element {
  constructor(tag) {
    Object.assign(this, {tag, attributes: new Map(), children: [], parentElement: null, listeners: [], gone: false});
    this.classes = new Set();
    this.classList = {
      contains: name => this.classes.has(name), add: name => this.classes.add(name), remove: name => this.classes.delete(name),
      toggle: (name, on = !this.classes.has(name)) => (on ? this.classes.add(name) : this.classes.delete(name)),
    };
    this.dataset = new Proxy({}, {
      get: (_, name) => this.attributes.get("data-" + dashed(name)), has: (_, name) => this.attributes.has("data-" + dashed(name)),
      set: (_, name, value) => Boolean(this.attributes.set("data-" + dashed(name), String(value))),
      deleteProperty: (_, name) => this.attributes.delete("data-" + dashed(name)) || true,
    });
    this.text = "";
    this.typed = undefined;
    this.checked = this.disabled = this.open = false;
  }

  get hidden() { return this.hasAttribute("hidden"); }
  set type(kind) { this.setAttribute("type", kind); }
  set hidden(on) { if (on) this.setAttribute("hidden", ""); else this.removeAttribute("hidden"); }
  get tabIndex() { return Number(this.getAttribute("tabindex") ?? (["a", "button", "input"].includes(this.tag) ? 0 : -1)); }
  get localName() { return this.tag; }
  get lang() { return this.getAttribute("lang"); }
  get id() { return this.attributes.get("id") ?? ""; }
  set id(id) { this.setAttribute("id", id); }
  get name() { return this.attributes.get("name") ?? ""; }
  get type() { return this.attributes.get("type") ?? ""; }
  get maxLength() { return Number(this.attributes.get("maxlength") ?? -1); }
  get value() { return this.typed ?? this.attributes.get("value") ?? ""; }
  set value(value) { this.typed = String(value); }
  get textContent() { return this.text + this.children.map(child => child.textContent).join(""); }
  set textContent(text) { this.text = String(text); this.children = []; }
  get innerText() { return this.closest("[hidden]") ? "" : this.text + this.children.map(child => child.innerText).join(""); }
  get firstElementChild() { return this.children[0] ?? null; }
  get isConnected() { return this.tag === "html" || (this.parentElement?.isConnected ?? false); }
  get form() { return this.closest("form"); }
  get childElementCount() { return this.children.length; }
  get action() { return this.attributes.get("action"); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  hasAttribute(name) { return this.attributes.has(name); }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  removeAttribute(name) { this.attributes.delete(name); }

  append(...nodes) {
    for (const node of nodes) {
      if (!(node instanceof Element)) { this.text += node; continue; }
      node.parentElement?.removes(node);
      node.parentElement = this;
      this.children.push(node);
    }
    return this;
  }

  removes(child) { this.children = this.children.filter(one => one !== child); }
  remove() {
    this.parentElement.removes(this);
    this.parentElement = null;
  }

  replaceChildren(...nodes) {
    for (const child of this.children) child.parentElement = null;
    this.children = [];
    this.text = "";
    this.append(...nodes);
  }

  get below() { return this.children.flatMap(child => [child, ...child.below]); }
  matches(selector) { return matches(selector, this); }
  closest(selector) { return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null; }
  contains(node) { return node === this || this.below.includes(node); }
  querySelectorAll(selector) { return this.below.filter(node => node.matches(selector)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  getClientRects() { return this.closest("[hidden]") ? [] : [{}]; }
  // the box that a test has given it: [left, top, right, bottom]
  getBoundingClientRect() {
    const [left, top, right, bottom] = this.box ?? [0, 0, 0, 0];
    return {left, top, right, bottom};
  }
  scrollIntoView() { this.seen = true; }

  addEventListener(type, hear, options) { this.listeners.push({type, hear, capture: options === true || options?.capture, once: options?.once}); }
  removeEventListener(type, hear) { this.listeners = this.listeners.filter(one => one.type !== type || one.hear !== hear); }

  dispatchEvent(event) {
    const path = [this];
    while (path.at(-1).parentElement) path.push(path.at(-1).parentElement);
    event.target ??= this;
    const heard = (node, when) => {
      for (const one of [...node.listeners]) {
        if (event.stopped) return;
        if (one.type !== event.type || !when(one)) continue;
        if (one.once) node.removeEventListener(one.type, one.hear);
        one.hear(event);
      }
    };
    for (const node of path.toReversed?.() ?? [...path].reverse()) if (node !== this) heard(node, one => one.capture);
    for (const node of event.bubbles ? path : [this]) heard(node, one => node === this || !one.capture);
    return !event.defaultPrevented;
  }

  focus() { this.dispatchEvent(new Event("focusin", {bubbles: true})); }

  // the default action of a click, unless a script prevents it
  click(init = {}) {
    if (this.disabled) return;
    const event = new Event("click", {bubbles: true, detail: 0, ...init});
    if (!this.dispatchEvent(event)) return;
    if (CHECKABLE.includes(this.type)) {
      this.checked = this.type === "radio" || !this.checked;
      this.dispatchEvent(new Event("change", {bubbles: true}));
    } else if (this.tag === "button" && this.type !== "button" && this.form) this.form.requestSubmit(this);
  }

  get elements() {
    const fields = this.below.filter(node => ["input", "button"].includes(node.tag));
    return Object.fromEntries(fields.filter(field => field.name).map(field => [field.name, field]));
  }

  requestSubmit(submitter = null) {
    if (this.isConnected) this.dispatchEvent(new Event("submit", {bubbles: true, submitter}));
  }

  reset() {
    for (const field of this.querySelectorAll("input")) { field.typed = undefined; field.checked = field.hasAttribute("checked"); }
  }
}

// As before iOS 16.4, Chrome 112 and Firefox 111: without the submit button.
export class FormData {
  constructor(form) {
    const fields = form.querySelectorAll("input").filter(field => !field.disabled && (!CHECKABLE.includes(field.type) || field.checked));
    this.entries = fields.filter(field => field.name).map(field => [field.name, field.value]);
    form.dispatchEvent(new Event("formdata", {bubbles: true, formData: this}));
  }

  keys() { return this.entries.map(([name]) => name); }
  append(name, value) { this.entries.push([name, String(value)]); }
  delete(name) { this.entries = this.entries.filter(one => one[0] !== name); }
  set(name, value) { this.delete(name); this.append(name, value); }
  [Symbol.iterator]() { return this.entries[Symbol.iterator](); }
}

// el("form#slip.closing", {"data-tap": ""}, el("button", {}, "Go"))
export function el(what, attributes = {}, ...inside) {
  const [, tag, id, kinds] = /^([a-z0-9]+)(?:#([\w-]+))?((?:\.[\w-]+)*)$/.exec(what), node = new Element(tag);
  if (id) node.attributes.set("id", id);
  for (const kind of kinds.split(".").filter(Boolean)) node.classList.add(kind);
  for (const [name, value] of Object.entries(attributes)) node.attributes.set(name, String(value));
  node.checked = node.hasAttribute("checked");
  node.disabled = node.hasAttribute("disabled");
  return node.append(...inside);
}
