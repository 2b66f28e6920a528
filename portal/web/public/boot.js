/* global document, location, window */
// Runs before anything is painted, and while the scripts are still on their way.

// The kept theme; app/theme.tsx takes over from there.
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

// The texts of the language that is shown, whose files the build names at this script.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('language');
  } catch {
    // Storage may be forbidden; the first language is Chinese.
  }
  var file = document.currentScript.dataset[kept === 'en' ? 'en' : 'zh'];
  if (!file) return;
  var link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
})();

// What the page will ask for first; api/early-answers.ts hands the answers over.
(function () {
  var paths = ['/api/v1/config', '/api/v1/auth/session'];
  if (location.pathname === '/') {
    paths.push('/api/v1/catalog/skus?pageSize=100&status=active');
    paths.push('/api/v1/catalog/regions?pageSize=100&status=active');
  }
  window.earlyAnswers = {};
  paths.forEach(function (path) {
    var answer = fetch(path, { headers: { accept: 'application/json', 'x-gpulease-activity': '1' } });
    answer.catch(function () {
      // Whoever takes the answer says so.
    });
    window.earlyAnswers[path] = answer;
  });
})();
