// The sounds of a table, after the first tap on the page, since browsers allow none before. The table screen chimes with
// each new headline (screen.js). A phone tells its owner's turn in the way that was chosen in the menu.
(() => {
  const SIGNAL = "companion-signal", choice = document.getElementById("signal");
  let sound = null;

  function allow() {
    if (choice && choice.value !== "chime") return;
    sound ??= new AudioContext();
    sound.resume?.(); // iOS suspends it while the page is hidden
  }

  function chime() {
    if (sound?.state !== "running") return;
    const tone = sound.createOscillator(), gain = sound.createGain();
    tone.frequency.value = 660;
    gain.gain.setValueAtTime(0.08, sound.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, sound.currentTime + 0.6);
    tone.connect(gain).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.6);
  }

  function signal() {
    if (choice.value !== "none" && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(60);
    if (choice.value === "chime") chime();
  }

  document.addEventListener("click", allow);
  companion.chime = chime;
  if (!choice) return;
  const buzzes = "vibrate" in navigator;
  if (!buzzes) choice.querySelector("[value=buzz]").remove();
  choice.value = companion.local.get(SIGNAL) ?? (buzzes ? "buzz" : "none");
  choice.addEventListener("change", () => {
    companion.local.set(SIGNAL, choice.value);
    allow();
    signal();
  });
  document.addEventListener("companion:turn", signal);
})();
