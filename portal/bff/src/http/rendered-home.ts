/** The visitors' home page with prices, rendered on the server by the web application's code. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OperationId } from '@gpulease/contract/endpoints';
import type { Language } from '@gpulease/contract/enums';
import { routes, type Route } from '@gpulease/contract/routes';
import type { Clock } from '../clock.ts';
import type { AllHandlers } from './handler.ts';

/** An API read that the page needs. */
interface Read {
  readonly operation: OperationId;
  readonly input?: { readonly query: Readonly<Record<string, unknown>> };
}

/** `server/render.js` of the web application's build. */
export interface Renderer {
  /** Returns the page's HTML; `answer` serves its reads. */
  readonly render: (language: Language, answer: (read: Read) => Promise<unknown>) => Promise<string>;
}

interface RenderedHomeOptions {
  readonly dist: string;
  readonly clock: Clock;
  readonly handlers: Partial<AllHandlers>;
}

/** The page's HTML, plain and compressed. */
export interface RenderedPage {
  readonly html: string;
  readonly gzip: Buffer;
}

/** How long a rendered page is reused: the maximum age of its prices and availability. */
const FRESH_MS = 2_000;
/** The content of index.html that is shown until the application loads. */
const placeholder = /<!--page-->.*<!--\/page-->/s;

const compress = promisify(gzip);

/** Returns the page in a language. Rejects if it cannot be rendered. */
export type RenderedHome = (language: Language) => Promise<RenderedPage>;

export function createRenderedHome({ dist, clock, handlers }: RenderedHomeOptions): RenderedHome {
  const renderer = import(pathToFileURL(join(dist, 'server/render.js')).href) as Promise<Renderer>;
  renderer.catch(() => undefined);
  const pages = new Map<Language, { readonly at: number; readonly page: Promise<RenderedPage> }>();
  const rendered = async (language: Language) => {
    const { render } = await renderer;
    const [template, content] = await Promise.all([
      readFile(join(dist, 'pages/home.html'), 'utf8'),
      render(language, (read) => answer(handlers, read)),
    ]);
    const html = template
      .replace('<html lang="zh">', `<html lang="${language}" data-rendered>`)
      .replace(placeholder, () => content);
    return { html, gzip: await compress(html) };
  };
  return (language) => {
    const now = clock.now().getTime();
    const kept = pages.get(language);
    if (kept && now - kept.at < FRESH_MS) return kept.page;
    const page = rendered(language);
    pages.set(language, { at: now, page });
    page.catch(() => pages.delete(language));
    return page;
  };
}

/** Returns the API's JSON answer to a visitor. */
async function answer(handlers: Partial<AllHandlers>, { operation, input }: Read): Promise<unknown> {
  const route: Route = routes[operation];
  const handler = handlers[operation] as ((input: object, visitor: object) => Promise<unknown>) | undefined;
  if (!handler) throw new Error(`Nothing answers ${operation}`);
  const query: unknown = route.query?.parse(asSent(input?.query));
  return JSON.parse(JSON.stringify(await handler({ query }, { caller: undefined })));
}

/** Converts values to text, as in a URL's query. */
function asSent(query: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
