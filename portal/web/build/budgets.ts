/** How much a visitor loads. The build fails when a part of the application outgrows its budget. */

/** A file of the build and what has to be there before it runs. Sizes are bytes of gzip. */
export interface Chunk {
  readonly file: string;
  /** The module that it begins with, such as `src/app/shell.tsx`; absent for code that several parts share. */
  readonly source: string | undefined;
  readonly js: number;
  readonly imports: readonly string[];
  /** The stylesheets that it brings. */
  readonly css: readonly { readonly file: string; readonly size: number }[];
}

interface Budget {
  readonly js: number;
  readonly css: number;
}

const KB = 1_000;

/** What index.html loads: the framework, the router, errors. */
const SHELL: Budget = { js: 150 * KB, css: 45 * KB };
/** What a console adds around every page: layout, menus and the texts of one language. */
const FRAME: Budget = { js: 75 * KB, css: 45 * KB };
/** The texts of operators, which the admin console loads as well. */
const OPERATOR_TEXTS: Budget = { js: 10 * KB, css: 0 };
/** What one page adds to both. Charts and the like, which a page loads when it is there, are apart. */
const PAGE: Budget = { js: 90 * KB, css: 60 * KB };

const shellSources = ['index.html'];
const frameSources = ['src/app/shell.tsx', 'src/app/user-menu.tsx', 'src/i18n/locales/zh/index.ts'];
const operatorTextSources = ['src/i18n/locales/zh/admin.ts'];
const isPage = ({ source = '' }: Chunk) => /^src\/pages\/.*-page\.tsx$/.test(source);

/** What is too large, one sentence each. */
export function overBudget(chunks: readonly Chunk[]): string[] {
  const reach = reachIn(chunks);
  const shell = reach(chunks.filter(({ source = '' }) => shellSources.includes(source)));
  const frame = reach(chunks.filter(({ source = '' }) => frameSources.includes(source)));
  const operatorTexts = chunks.filter(({ source = '' }) => operatorTextSources.includes(source));
  const around = [...shell, ...frame];
  const pages = chunks
    .filter(isPage)
    .flatMap((page) => excess(page.source ?? '', without(around, reach([page])), PAGE));
  return [
    ...excess('What index.html loads', shell, SHELL),
    ...excess('The frame of the consoles', without(shell, frame), FRAME),
    ...excess('The texts of operators', without(around, reach(operatorTexts)), OPERATOR_TEXTS),
    ...pages,
  ];
}

/** All chunks that have to be loaded for some of them. */
function reachIn(chunks: readonly Chunk[]) {
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]));
  return (from: readonly Chunk[]): readonly Chunk[] => {
    const found = new Set(from);
    // A set also visits what is added to it on the way.
    for (const { imports } of found) {
      for (const chunk of imports.flatMap((file) => byFile.get(file) ?? [])) found.add(chunk);
    }
    return [...found];
  };
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function inKb(bytes: number): string {
  return `${(bytes / KB).toFixed(1)} kB`;
}
