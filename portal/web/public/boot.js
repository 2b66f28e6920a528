/* global document, location, window */
// Runs before the first paint, while the scripts are still loading.

// Applies the stored theme; ui/theme.tsx takes over later.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // Storage may be forbidden; the default theme applies.
  }
  var theme = kept === 'dark' ? 'dark' : 'light';
  var root = document.documentElement;
  root.classList.add(theme);
  root.classList.toggle('pf-v6-theme-dark', theme === 'dark');
  root.setAttribute('data-theme', theme);
})();

// Preloads the texts of the stored language, whose files the build names on this script's tag, and sets the cookie by which
// the server renders the home page.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('language');
  } catch {
    // Storage may be forbidden; the default language is Chinese.
  }
  var root = document.documentElement;
  var language = kept === 'en' ? 'en' : 'zh';
  if (kept) document.cookie = 'language=' + language + ';path=/;max-age=31536000;samesite=lax';
  // The server rendered without the cookie: hide the page until the application shows it in the right language.
  if (root.hasAttribute('data-rendered') && root.lang !== language)
    root.classList.add('gpulease-hidden-page');
  var file = document.currentScript.dataset[language];
  if (!file) return;
  var link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
})();

// If a script fails to load, shows an error instead of an endless spinner.
window.addEventListener(
  'error',
  function (event) {
    if (!event.target || event.target.localName !== 'script') return;
    var message = document.createElement('p');
    message.setAttribute('role', 'alert');
    message.style.cssText = 'padding: 1rem; text-align: center';
    message.textContent =
      '页面加载失败，请检查网络后刷新。 This page could not be loaded. Check the network and reload it.';
    document.body.prepend(message);
  },
  true,
);

// Sends the page's first requests early; api/client.ts picks up the responses.
(function () {
  var paths = ['/api/v1/config', '/api/v1/auth/session'];
  if (location.pathname.startsWith('/admin/')) paths.push('/api/v1/admin/auth/session');
  if (location.pathname === '/') {
    paths.push('/api/v1/catalogue/skus?pageSize=100&status=active');
    paths.push('/api/v1/catalogue/regions?pageSize=100&status=active');
  }
  window.earlyAnswers = {};
  paths.forEach(function (path) {
    var answer = fetch(path, { headers: { accept: 'application/json', 'x-gpulease-activity': '1' } });
    answer.catch(function () {
      // The consumer of the response reports the error.
    });
    window.earlyAnswers[path] = answer;
  });
})();
