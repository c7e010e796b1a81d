// Stores in a cookie whether this device is a phone: a host without a seat gets the table screen, except on a phone. A
// tablet is large enough to be the table screen.
(() => {
  const KIND = "companion-kind=phone", SMALL = 600, A_YEAR = 31536000;
  const phone = Math.min(screen.width, screen.height) < SMALL;
  const told = () => document.cookie.split("; ").includes(KIND);

  if (phone === told()) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${KIND}; path=/; SameSite=Lax; max-age=${phone ? A_YEAR : 0}${secure}`;
  if (phone === told() && document.body.classList.contains("at-table")) location.reload();
})();
