/** HTML for the pages that visitors open first. It preloads everything the page needs, to avoid round trips. */
import { reachIn, type Chunk } from './chunks.ts';

const publicShell = 'src/app/public-shell.tsx';
const shell = 'src/app/shell.tsx';
/** The texts of each language. boot.js preloads those of the language this browser uses. */
const texts = { zh: 'src/i18n/locales/zh/index.ts', en: 'src/i18n/locales/en/index.ts' } as const;

/** Page name → the page's parts that index.html does not load. The server serves the HTML files by these names. */
export const partsOfPages = {
  home: [publicShell, 'src/features/home/home-page.tsx'],
  login: ['src/features/sign-in/login-page.tsx'],
  register: ['src/features/sign-in/register-page.tsx'],
  'admin/login': ['src/features/sign-in/admin-login-page.tsx'],
  workloads: [shell, 'src/features/workloads/list/workloads-page.tsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Derives the HTML of each of these pages from index.html. Throws if the build lacks one of the parts. */
export function withPreloads(html: string, chunks: readonly Chunk[]) {
  const reach = reachIn(chunks);
  const chunkOf = (source: string) => {
    const chunk = chunks.find((one) => one.source === source);
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    return chunk;
  };
  const known = reach([chunkOf('index.html')]);
  const filesOf = (sources: readonly string[]) => {
    const needed = reach(sources.map(chunkOf)).filter((chunk) => !known.includes(chunk));
    const sheets = new Set(needed.flatMap(({ css }) => css.map(({ file }) => file)));
    return { scripts: needed.map(({ file }) => file), sheets: [...sheets] };
  };
  const ofTexts = Object.entries(texts).map(
    ([language, source]) => ` data-${language}="/${chunkOf(source).file}"`,
  );
  // boot.js reads the text files from these attributes.
  const index = html.replace(BOOT, `${BOOT}${ofTexts.join('')}`);
  const pages = Object.entries(partsOfPages).map(
    ([page, sources]) => [page, naming(filesOf(sources), index, page === 'home')] as const,
  );
  return { index, pages: Object.fromEntries(pages) };
}

const BOOT = '<script src="/boot.js"';

interface Files {
  readonly scripts: readonly string[];
  readonly sheets: readonly string[];
}

/** Puts stylesheets in the head of the server-rendered home page, and last in other pages, where they would delay the spinner. */
function naming({ scripts, sheets }: Files, html: string, isRendered: boolean): string {
  const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const styles = sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('\n');
  const named = preloads.join('\n');
  return isRendered
    ? html.replace('</head>', `${styles}\n${named}\n</head>`)
    : html.replace('</head>', `${named}\n</head>`).replace('</body>', `${styles}\n</body>`);
}
