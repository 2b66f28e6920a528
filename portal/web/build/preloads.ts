/** HTML of pages that people open first, which names all that the page needs, so that it comes in one go. */
import { reachIn, type Chunk } from './chunks.ts';

const publicShell = 'src/app/public-shell.tsx';
const shell = 'src/app/shell.tsx';
/** The language of a first visit. */
const texts = 'src/i18n/locales/zh/index.ts';

/** The parts of a page that index.html does not load, by the name of the page; the server gives them out by these names. */
export const partsOfPages = {
  home: [publicShell, texts, 'src/pages/home/home-page.tsx'],
  login: [texts, 'src/pages/auth/login-page.tsx'],
  register: [texts, 'src/pages/auth/register-page.tsx'],
  'admin/login': [texts, 'src/pages/auth/admin-login-page.tsx'],
  workloads: [shell, texts, 'src/pages/workloads/workloads-page.tsx'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The HTML of each of these pages, made of the application's. Throws where the build has no such part. */
export function pagesWithPreloads(html: string, chunks: readonly Chunk[]): Readonly<Record<string, string>> {
  const reach = reachIn(chunks);
  const chunkOf = (source: string) => {
    const chunk = chunks.find((one) => one.source === source);
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    return chunk;
  };
  const known = reach([chunkOf('index.html')]);
  const linksOf = (sources: readonly string[]) => {
    const needed = reach(sources.map(chunkOf)).filter((chunk) => !known.includes(chunk));
    const sheets = new Set(needed.flatMap(({ css }) => css.map(({ file }) => file)));
    return [
      ...needed.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ...[...sheets].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ];
  };
  return Object.fromEntries(
    Object.entries(partsOfPages).map(([page, sources]) => [
      page,
      html.replace('</head>', `${linksOf(sources).join('\n')}\n</head>`),
    ]),
  );
}
