// The table screen stays awake where the browser can, and chimes softly when somebody is waited for,
// unless it was told not to.
(() => {
  const MUTED = "companion-muted", button = document.getElementById("sound");
  let lock = null, sound = null, waited = "";

  async function awake() {
    if (!document.hidden) lock = await navigator.wakeLock?.request("screen").catch(() => null);
  }

  const muted = () => companion.local.get(MUTED) === "yes";
  const tell = () => { button.textContent = muted() ? button.dataset.off : button.dataset.on; };

  function chime() {
    if (muted() || !sound || sound.state !== "running") return;
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
  button.addEventListener("click", () => {
    companion.local.set(MUTED, muted() ? "no" : "yes");
    tell();
    chime();
  });
  tell();
  awake();
})();
