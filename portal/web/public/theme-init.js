/* global document */
// Applies the kept theme before the first paint; app/theme.tsx takes over from there.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; the default theme needs none.
  }
  var theme = kept === 'dark' ? 'dark' : 'light';
  var root = document.documentElement;
  root.classList.add(theme);
  root.classList.toggle('pf-v6-theme-dark', theme === 'dark');
  root.setAttribute('data-theme', theme);
})();
