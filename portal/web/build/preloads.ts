/** HTML of pages that people open first, which names all that the page needs, so that it comes in one go. */
import { reachIn, type Chunk } from './chunks.ts';

const publicShell = 'src/app/public-shell.tsx';
const shell = 'src/app/shell.tsx';
/** The texts of a language, which boot.js asks for: it knows what this browser shows. */
const texts = { zh: 'src/i18n/locales/zh/index.ts', en: 'src/i18n/locales/en/index.ts' } as const;

/** The parts of a page that index.html does not load, by the name of the page; the server gives them out by these names. */
export const partsOfPages = {
  home: [publicShell, 'src/features/home/home-page.tsx'],
  login: ['src/features/sign-in/login-page.tsx'],
  register: ['src/features/sign-in/register-page.tsx'],
  'admin/login': ['src/features/sign-in/admin-login-page.tsx'],
  workloads: [shell, 'src/features/workloads/list/workloads-page.tsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The HTML of each of these pages, made of the application's. Throws where the build has no such part. */
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
  // With which boot.js knows the files of the texts.
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

/** The home page, which the server renders, has its stylesheets in the head; the others have them last, so that the spinner does not wait. */
function naming({ scripts, sheets }: Files, html: string, isRendered: boolean): string {
  const preloads = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const styles = sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`).join('\n');
  const named = preloads.join('\n');
  return isRendered
    ? html.replace('</head>', `${styles}\n${named}\n</head>`)
    : html.replace('</head>', `${named}\n</head>`).replace('</body>', `${styles}\n</body>`);
}
