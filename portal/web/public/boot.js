/* global document, location, window */
// Runs before anything is painted, and while the scripts are still on their way.

// The kept theme; ui/theme.tsx takes over from there.
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

// The language that is shown: its texts, whose files the build names at this script, and its cookie, by which the server
// renders the home page.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('language');
  } catch {
    // Storage may be forbidden; the first language is Chinese.
  }
  var root = document.documentElement;
  var language = kept === 'en' ? 'en' : 'zh';
  if (kept) document.cookie = 'language=' + language + ';path=/;max-age=31536000;samesite=lax';
  // Rendered before the cookie was there: not shown until the application has it in the right language.
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

// The application cannot be loaded, as on a network that breaks off: the page says so instead of waiting for ever.
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

// What the page will ask for first; api/client.ts hands the answers over.
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
      // Whoever takes the answer says so.
    });
    window.earlyAnswers[path] = answer;
  });
})();
