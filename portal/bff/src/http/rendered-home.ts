/** The home page as a visitor sees it first, with prices, rendered on the server by the web application's own code. */
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

/** A read of the API that the page needs. */
interface Read {
  readonly operation: OperationId;
  readonly input?: { readonly query: Readonly<Record<string, unknown>> };
}

/** `server/render.js` of the web application's build. */
export interface Renderer {
  /** The page's HTML; its reads are answered by `answer`. */
  readonly render: (language: Language, answer: (read: Read) => Promise<unknown>) => Promise<string>;
}

interface RenderedHomeOptions {
  readonly dist: string;
  readonly clock: Clock;
  readonly handlers: Partial<AllHandlers>;
}

/** The page's HTML, as it is and compressed. */
export interface RenderedPage {
  readonly html: string;
  readonly gzip: Buffer;
}

/** Milliseconds for which the page is given out again: as old as its prices and free machines may be. */
const FRESH_MS = 2_000;
/** What index.html shows until the application is there. */
const placeholder = /<!--page-->.*<!--\/page-->/s;

const compress = promisify(gzip);

/** Gives the page in a language. Rejects where it cannot be rendered. */
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

/** As the API answers a visitor, which is JSON. */
async function answer(handlers: Partial<AllHandlers>, { operation, input }: Read): Promise<unknown> {
  const route: Route = routes[operation];
  const handler = handlers[operation] as ((input: object, visitor: object) => Promise<unknown>) | undefined;
  if (!handler) throw new Error(`Nothing answers ${operation}`);
  const query: unknown = route.query?.parse(asSent(input?.query));
  return JSON.parse(JSON.stringify(await handler({ query }, { caller: undefined })));
}

/** As in an address, where all values are text. */
function asSent(query: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
