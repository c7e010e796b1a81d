// The table screen stays awake where the browser can, and chimes softly when somebody is waited for.
(() => {
  let lock = null, sound = null, waited = "";

  async function awake() {
    if (document.hidden || !navigator.wakeLock) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }

  function chime() {
    if (!sound || sound.state !== "running") return;
    const tone = sound.createOscillator(), gain = sound.createGain();
    tone.frequency.value = 660;
    gain.gain.setValueAtTime(0.08, sound.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, sound.currentTime + 0.6);
    tone.connect(gain).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.6);
  }

  document.addEventListener("visibilitychange", awake);
  document.addEventListener("click", () => { sound ??= new AudioContext(); }, {once: true});
  document.addEventListener("companion:drawn", () => {
    const line = companion.shown(".turn")?.textContent ?? "";
    if (line !== waited) { waited = line; chime(); }
  });
  awake();
})();
