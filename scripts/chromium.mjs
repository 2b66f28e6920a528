import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/**
 * Ensures that Chromium is available for tests: the system's, else the Debian or Ubuntu package, else Playwright's
 * download. Returns undefined, or instructions to install it manually.
 */
export function ensureChromium() {
  if (hasSystemChromium() || (canUseApt() && installPackage()) || downloadChromium()) return undefined;
  return (
    'The browser tests need Chromium, and none could be installed: no /usr/bin/chromium, apt-get cannot install it ' +
    '(it needs root on Debian or Ubuntu), and Playwright cannot download one. Install Chromium and run this again.'
  );
}

function hasSystemChromium() {
  return systemPaths.some((path) => existsSync(path));
}

function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs Chromium and the fonts without which the Chinese console would show empty boxes. */
function installPackage() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => run('apt-get', args, env);
  return (
    apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium', 'fonts-noto-cjk') && hasSystemChromium()
  );
}

function downloadChromium() {
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  return run(process.execPath, [playwright, 'install', 'chromium'], process.env);
}

function run(command, args, env) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}
