/** Size budgets. The build fails when a part of the application outgrows its budget. */

import { reachIn, type Chunk } from './chunks.ts';
import { partsOfPages } from './preloads.ts';

interface Budget {
  readonly js: number;
  readonly css: number;
}

const KB = 1_000;

/** Loaded by index.html: the framework, the router, errors. */
const SHELL: Budget = { js: 157 * KB, css: 35 * KB };
/** Added by a visitor's first page, including the texts of one language. */
const FIRST_PAGE: Budget = { js: 83 * KB, css: 42 * KB };
/** Added by a console around every page: layout, menus with their icons, and the texts of one language. */
const FRAME: Budget = { js: 88 * KB, css: 43 * KB };
/** Added by the admin console: the operators' texts. */
const OPERATOR_TEXTS: Budget = { js: 18 * KB, css: 0 };
/** Added by one page to the shell and its frame, excluding what the page loads lazily, such as charts. */
const PAGE: Budget = { js: 92 * KB, css: 52 * KB };

const firstPages = ['home', 'login'] as const;
const texts = 'src/i18n/locales/zh/index.ts';
const frameSources = ['src/app/shell.tsx', 'src/app/user-menu.tsx', texts];
const isPage = ({ source = '' }: Chunk) => /^src\/features\/.*-page\.tsx$/.test(source);

/** Returns one sentence for each part that exceeds its budget. */
export function overBudget(chunks: readonly Chunk[]): string[] {
  const reach = reachIn(chunks);
  const reachOf = (sources: readonly string[]) =>
    reach(chunks.filter(({ source = '' }) => sources.includes(source)));
  const shell = reachOf(['index.html']);
  const frame = reachOf(frameSources);
  const operatorTexts = reachOf(['src/i18n/locales/zh/admin.ts']);
  const around = [...shell, ...frame];
  const pages = chunks
    .filter(isPage)
    .flatMap((page) => excess(page.source ?? '', without(around, reach([page])), PAGE));
  const first = firstPages.flatMap((page) => {
    const parts = reachOf([texts, ...partsOfPages[page]]);
    return excess(`What ${page} adds to index.html`, without(shell, parts), FIRST_PAGE);
  });
  return [
    ...excess('What index.html loads', shell, SHELL),
    ...first,
    ...excess('The frame of the consoles', without(shell, frame), FRAME),
    ...excess('The texts of operators', without(around, operatorTexts), OPERATOR_TEXTS),
    ...pages,
  ];
}

function without(others: readonly Chunk[], chunks: readonly Chunk[]): readonly Chunk[] {
  return chunks.filter((chunk) => !others.includes(chunk));
}

function excess(what: string, chunks: readonly Chunk[], budget: Budget): string[] {
  const sheets = new Map(chunks.flatMap(({ css }) => css.map(({ file, size }) => [file, size] as const)));
  const sizes = { js: sum(chunks.map(({ js }) => js)), css: sum([...sheets.values()]) };
  return (['js', 'css'] as const)
    .filter((kind) => sizes[kind] > budget[kind])
    .map((kind) => `${what}: ${inKb(sizes[kind])} of ${kind}, more than ${inKb(budget[kind])}`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const inKb = (bytes: number): string => `${(bytes / KB).toFixed(1)} kB`;
