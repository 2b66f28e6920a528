import { beforeEach, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from '@testing-library/react';
import { useState } from 'react';
import { renderedPageShown, takeOver } from './take-over.ts';

const bootScript = readFileSync(join(__dirname, '../../public/boot.js'), 'utf8');
const rendered = `
  <main>
    <a href="/register">Register</a>
    <form method="dialog"><input name="username" /><input name="password" /><button type="submit">Sign in</button></form>
  </main>`;

let root: HTMLElement;
const signIn = jest.fn();

function SignIn() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  return (
    <main>
      <a href="/register">Register</a>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn(username, password);
        }}
      >
        <input name="username" value={username} onChange={({ target }) => setUsername(target.value)} />
        <input name="password" value={password} onChange={({ target }) => setPassword(target.value)} />
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}

function one(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`There is no ${selector}`);
  return element;
}

const field = (name: string) => one(`input[name=${name}]`) as HTMLInputElement;
function boot(): void {
  const script = document.createElement('script');
  script.textContent = bootScript;
  document.head.append(script);
}
const appear = () => act(() => takeOver(root, <SignIn />));

beforeEach(() => {
  signIn.mockReset();
  globalThis.fetch = () => Promise.resolve(new Response('null'));
  document.documentElement.setAttribute('data-rendered', '');
  document.body.replaceChildren(
    document.createRange().createContextualFragment(`<div id="root">${rendered}</div>`),
  );
  root = one('#root');
});

it('goes on with what was typed, where it was typed', () => {
  field('username').value = 'alice';
  field('password').focus();
  appear();
  expect([field('username').value, field('password').value]).toEqual(['alice', '']);
  expect(field('password')).toHaveFocus();
  expect(signIn).not.toHaveBeenCalled();
});

it('keeps the focus on a link', () => {
  root.querySelector('a')?.focus();
  appear();
  expect(root.querySelector('a')).toHaveFocus();
});

it('keeps the place to which the page was scrolled', () => {
  const main = root.querySelector('main');
  if (main) main.scrollTop = 120;
  appear();
  expect(root.querySelector('main')?.scrollTop).toBe(120);
});

it('sends a form that was sent before, once', () => {
  boot();
  field('username').value = 'alice';
  field('password').value = 'secret';
  root.querySelector('button')?.click();
  expect(root.querySelector('button')).toBeDisabled();
  appear();
  expect(signIn.mock.calls).toEqual([['alice', 'secret']]);
  expect(root.querySelector('button')).toBeEnabled();
});

it('waits until the browser has shown the rendered page, and not where nobody looks or nothing was rendered', async () => {
  let drawFrame: (() => void) | undefined;
  const asked = jest.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    drawFrame = () => callback(0);
    return 1;
  });
  const isShown = jest.fn();
  const waiting = renderedPageShown().then(isShown);
  await new Promise((resolve) => setTimeout(resolve));
  expect(isShown).not.toHaveBeenCalled();
  drawFrame?.();
  await waiting;

  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await renderedPageShown();
  hidden.mockRestore();
  document.documentElement.removeAttribute('data-rendered');
  await renderedPageShown();
  asked.mockRestore();
});

it('goes on when the page is put into the background before its first frame', async () => {
  const asked = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
  const waiting = renderedPageShown();
  document.dispatchEvent(new Event('visibilitychange'));
  await waiting;
  asked.mockRestore();
});

it('says so where the application cannot be loaded', () => {
  boot();
  document.body.append(document.createElement('script'));
  one('body script').dispatchEvent(new Event('error'));
  expect(one('[role=alert]').textContent).toMatch(/页面加载失败.*This page could not be loaded/);
});
