// Events, and a clock that tests move.
export class Event {
  constructor(type, init = {}) { Object.assign(this, {type, bubbles: false, defaultPrevented: false, stopped: false}, init); }
  preventDefault() { this.defaultPrevented = true; }
  stopImmediatePropagation() { this.stopped = true; }
}

const settled = () => new Promise(done => setImmediate(done));

export class Clock {
  now = 1_000_000;
  waiting = [];
  last = 0;

  set(run, ms = 0, every = 0) {
    this.waiting.push({id: ++this.last, at: this.now + ms, run, every});
    return this.last;
  }

  clear(id) { this.waiting = this.waiting.filter(one => one.id !== id); }

  async pass(ms) {
    const until = this.now + ms;
    for (await settled(); ; await settled()) {
      const [next] = this.waiting.filter(one => one.at <= until).sort((a, b) => a.at - b.at || a.id - b.id);
      if (!next) break;
      this.clear(next.id);
      this.now = Math.max(this.now, next.at);
      if (next.every) this.waiting.push({...next, at: this.now + next.every});
      next.run();
    }
    this.now = until;
  }
}
