import { beforeEach, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from '@testing-library/react';
import { renderedPageShown, takeOver } from './take-over.ts';

const bootScript = readFileSync(join(__dirname, '../../public/boot.js'), 'utf8');
const rendered = '<main><a href="/register">Register</a></main>';

let root: HTMLElement;

function Home() {
  return (
    <main>
      <a href="/register">Register</a>
    </main>
  );
}

function one(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`There is no ${selector}`);
  return element;
}

function boot(): void {
  const script = document.createElement('script');
  script.textContent = bootScript;
  document.head.append(script);
}
const appear = () => act(() => takeOver(root, <Home />));

beforeEach(() => {
  globalThis.fetch = () => Promise.resolve(new Response('null'));
  document.documentElement.setAttribute('data-rendered', '');
  document.body.replaceChildren(
    document.createRange().createContextualFragment(`<div id="root">${rendered}</div>`),
  );
  root = one('#root');
});

it('keeps the focus on a link', () => {
  root.querySelector('a')?.focus();
  appear();
  expect(root.querySelector('a')).toHaveFocus();
});

it('keeps the scroll position', () => {
  const main = root.querySelector('main');
  if (main) main.scrollTop = 120;
  appear();
  expect(root.querySelector('main')?.scrollTop).toBe(120);
});

it('waits until the rendered page is painted, unless it is hidden or not rendered', async () => {
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

it('continues if the page is hidden before its first frame', async () => {
  const asked = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
  const waiting = renderedPageShown();
  document.dispatchEvent(new Event('visibilitychange'));
  await waiting;
  asked.mockRestore();
});

it('reports that the application failed to load', () => {
  boot();
  document.body.append(document.createElement('script'));
  one('body script').dispatchEvent(new Event('error'));
  expect(one('[role=alert]').textContent).toMatch(/页面加载失败.*This page could not be loaded/);
});
