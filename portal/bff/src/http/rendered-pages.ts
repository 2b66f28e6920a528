/** Pages that the web application renders on the server, as a visitor sees them first: with prices, and fields to fill in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OperationId } from '@gpulease/contract/endpoints';
import type { Language } from '@gpulease/contract/enums';
import { routes, type Route } from '@gpulease/contract/routes';
import type { Clock } from '../clock.ts';
import type { Handlers } from './handler.ts';

/** A read of the API that a page needs. */
interface Read {
  readonly operation: OperationId;
  readonly input?: { readonly query: Readonly<Record<string, unknown>> };
}

/** `server/render.js` of the web application's build. */
export interface Renderer {
  /** The paths of the pages it can render. */
  readonly paths: readonly string[];
  /** The HTML of a page; its reads are answered by `answer`. */
  render(path: string, language: Language, answer: (read: Read) => Promise<unknown>): Promise<string>;
}

interface RenderedPagesOptions {
  readonly dist: string;
  readonly clock: Clock;
  readonly handlers: Partial<Handlers<OperationId>>;
}

/** A page's HTML, as it is and compressed. */
export interface RenderedPage {
  readonly html: string;
  readonly gzip: Buffer;
}

interface KeptPage {
  readonly at: number;
  readonly page: Promise<RenderedPage>;
}

/** Milliseconds for which a page is given out again: as old as any page may be behind its prices and what is free. */
const FRESH_MS = 2_000;
/** What index.html shows until the application is there. */
const placeholder = /<!--page-->.*<!--\/page-->/s;

const compress = promisify(gzip);

/** Where the build has the HTML of the page at a path, if it has HTML of its own. */
export function pageFile(path: string): string {
  return `pages${path === '/' ? '/home' : path}.html`;
}

export class RenderedPages {
  readonly #options: RenderedPagesOptions;
  readonly #renderer: Promise<Renderer>;
  readonly #pages = new Map<string, KeptPage>();

  constructor(options: RenderedPagesOptions) {
    this.#options = options;
    this.#renderer = import(pathToFileURL(join(options.dist, 'server/render.js')).href) as Promise<Renderer>;
    this.#renderer.catch(() => undefined);
  }

  /** The page at a path; undefined where it is not one of these. Throws where it cannot be rendered. */
  async page(path: string, language: Language): Promise<RenderedPage | undefined> {
    const renderer = await this.#renderer;
    if (!renderer.paths.includes(path)) return undefined;
    const key = `${language} ${path}`;
    const now = this.#options.clock.now().getTime();
    const kept = this.#pages.get(key);
    if (kept && now - kept.at < FRESH_MS) return kept.page;
    const page = this.#render(renderer, path, language);
    this.#pages.set(key, { at: now, page });
    page.catch(() => this.#pages.delete(key));
    return page;
  }

  async #render(renderer: Renderer, path: string, language: Language): Promise<RenderedPage> {
    const [template, content] = await Promise.all([
      readFile(join(this.#options.dist, pageFile(path)), 'utf8'),
      renderer.render(path, language, (read) => this.#answer(read)),
    ]);
    const html = template
      .replace('<html lang="zh">', `<html lang="${language}" data-rendered>`)
      .replace(placeholder, () => content);
    return { html, gzip: await compress(html) };
  }

  /** As the API answers a visitor, which is JSON. */
  async #answer({ operation, input }: Read): Promise<unknown> {
    const route: Route = routes[operation];
    const handler = this.#options.handlers[operation] as
      ((input: object, visitor: object) => Promise<unknown>) | undefined;
    if (!handler) throw new Error(`Nothing answers ${operation}`);
    const query: unknown = route.query?.parse(asSent(input?.query));
    return JSON.parse(JSON.stringify(await handler({ query }, { caller: undefined })));
  }
}

/** As in an address, where all values are text. */
function asSent(query: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
