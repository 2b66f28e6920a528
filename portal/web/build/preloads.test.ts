import { expect, it } from '@jest/globals';
import type { Chunk } from './chunks.ts';
import { withPreloads } from './preloads.ts';

const aChunk = (file: string, source?: string, change: Partial<Chunk> = {}): Chunk => ({
  ...{ file, source, js: 1, imports: [], css: [] },
  ...change,
});
const css = [{ file: 'form.css', size: 1 }];
const chunks = [
  aChunk('index.js', 'index.html', { imports: ['react.js'] }),
  aChunk('react.js'),
  aChunk('public.js', 'src/app/public-shell.tsx', { imports: ['react.js'] }),
  aChunk('shell.js', 'src/app/shell.tsx'),
  aChunk('zh.js', 'src/i18n/locales/zh/index.ts'),
  aChunk('en.js', 'src/i18n/locales/en/index.ts'),
  aChunk('home.js', 'src/features/home/home-page.tsx', { imports: ['table.js', 'react.js'], css }),
  aChunk('table.js'),
  aChunk('login.js', 'src/features/sign-in/login-page.tsx', { imports: ['form.js'], css }),
  aChunk('form.js', undefined, { css }),
  aChunk('register.js', 'src/features/sign-in/register-page.tsx', { imports: ['form.js'] }),
  aChunk('admin-login.js', 'src/features/sign-in/admin-login-page.tsx'),
  aChunk('workloads.js', 'src/features/workloads/list/workloads-page.tsx'),
];
const html = '<html><head><script src="/boot.js"></script></head><body></body></html>';
const named = (page = '') =>
  [...page.matchAll(/rel="(\w+)".* href="\/(.*)"/g)].map(([, rel, file]) => [rel, file]);

it('preloads each script of a page once, unless index.html already loads it', () => {
  expect(named(withPreloads(html, chunks).pages.home)).toEqual([
    ['stylesheet', 'form.css'],
    ['modulepreload', 'public.js'],
    ['modulepreload', 'home.js'],
    ['modulepreload', 'table.js'],
  ]);
});

it('puts the stylesheets of the server-rendered home page in its head', () => {
  const [head] = withPreloads(html, chunks).pages.home?.split('</head>') ?? [];
  expect(head).toContain('form.css');
});

it('puts other stylesheets after the spinner, so that they do not delay it', () => {
  const [head, body] = withPreloads(html, chunks).pages.register?.split('</head>') ?? [];
  expect([head, body]).toEqual([
    expect.not.stringContaining('form.css'),
    expect.stringContaining('form.css'),
  ]);
});

it('passes the text files of each language to boot.js on every page', () => {
  const { index, pages } = withPreloads(html, chunks);
  for (const page of [index, ...Object.values(pages)])
    expect(page).toContain('<script src="/boot.js" data-zh="/zh.js" data-en="/en.js">');
});

it('fails the build if a page is missing', () => {
  expect(() => withPreloads(html, chunks.slice(0, -1))).toThrow('workloads-page.tsx');
});
