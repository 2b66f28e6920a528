/** Mounts an operation of the contract on the router: guards, parses, calls the handler, answers. */
import type { Language } from '@gpulease/contract/enums';
import type { Route } from '@gpulease/contract/routes';
import type { Request, Response, Router } from 'express';
import type { ZodObject } from 'zod';
import type { Part } from '../lists/page.ts';
import type { Position } from '../lists/sorting.ts';
import {
  answerJson,
  type Answering,
  type AnswerOptions,
  type AnyContext,
  type AnyHandler,
} from './answer-json.ts';
import { statementOf } from './csv-statements.ts';
import { csvColumns, csvName, dayInChina, sendCsv, type CsvFile, type CsvRow } from './csv.ts';
import type { EventStreams } from './event-stream.ts';
import { guard } from './guard.ts';
import type { EventStream, RequestState } from './handler.ts';
import { networkOf } from './network.ts';
import { invalidFields, ProductError } from './product-error.ts';
import { rateLimitHeaders, type LimitState } from './rate-limit-headers.ts';
import { refuseBeyond, type RateLimits } from './rate-limits.ts';
import { parseInput } from './request-input.ts';
import { isOwnPage, type PublicAddress } from './security.ts';
import { upgradeOf } from './upgrades.ts';

export interface MountOptions extends AnswerOptions {
  readonly config: PublicAddress;
  readonly streams: EventStreams;
  readonly rateLimits: RateLimits;
}

type AnyStreamHandler = (stream: EventStream, context: AnyContext) => void;

export function mount(router: Router, route: Route, handler: unknown, options: MountOptions): void {
  const method = route.method.toLowerCase() as Lowercase<Route['method']>;
  router[method](route.path, async (request, response) => {
    response.locals.operation = route.operationId;
    const state = response.locals.state as RequestState;
    guard(route, state);
    const context = contextOf(route, request, state);
    if (route.kind === 'stream') {
      const { caller, address } = context;
      if (!caller) throw new ProductError('INVALID_JWT_TOKEN');
      return (handler as AnyStreamHandler)(options.streams.open(response, caller, address), context);
    }
    const input = parseInput(route, request);
    const answering = { route, request, context, input, handler: handler as AnyHandler };
    if (route.kind === 'socket') return openSocket(answering, response, options);
    const isCsv = route.kind === 'list' && wantsCsv(answering);
    await limitRate(answering, isCsv, response, options);
    return isCsv ? answerCsv(answering, response, options) : answerJson(answering, response, options);
  });
}

function contextOf(route: Route, request: Request, state: RequestState): AnyContext {
  const ifMatch = route.ifMatch ? etagOf(request) : undefined;
  const none = { transaction: undefined, upgrade: undefined, afterCommit: undefined };
  return { ...state, ...none, ifMatch, noteBefore: () => undefined };
}

function etagOf(request: Request): string {
  const value = request.get('If-Match');
  if (!value) throw invalidFields({ 'If-Match': 'required' });
  return value.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}

/** Counts requests by scripts and expensive requests, and sets the rate limit headers. Throws RATE_LIMITED. */
async function limitRate(
  { route, context: { caller, address } }: Answering,
  isCsv: boolean,
  response: Response,
  { rateLimits }: MountOptions,
): Promise<void> {
  const costly = isCsv ? 'csv' : route.limit;
  const names = [...(caller?.apiToken ? ['apiTokens'] : []), ...(costly ? [costly] : [])];
  const key = caller?.id ?? networkOf(address);
  const states: LimitState[] = [];
  for (const name of names) {
    states.push(await rateLimits.take(name, key));
    response.set(rateLimitHeaders(states));
    refuseBeyond(states);
  }
}

function wantsCsv({ request, input }: Answering): boolean {
  const { format } = input.query as { format?: 'csv' };
  return format === 'csv' || request.accepts(['application/json', 'text/csv']) === 'text/csv';
}

/** Rows per read of a download. */
const CSV_PART = 5_000;

/** Sends the whole filtered list, read from the handler part by part. */
async function answerCsv(
  { route, input, context, handler }: Answering,
  response: Response,
  { clock }: MountOptions,
): Promise<void> {
  const readAfter = async (after: Position) => {
    const query = { ...(input.query as object), page: 1, pageSize: CSV_PART, after };
    const part = (await handler({ ...input, query }, context)) as Partial<Part<CsvRow>>;
    const { items, next } = part;
    if (!items || next === undefined)
      throw new Error(`${route.operationId} lacks the cursor of the next page`);
    return { items, next };
  };
  await sendCsv(response, fileOf(route, input.query, clock.now()), readAfter, context.log);
}

/** Returns a translated file if a language was requested; otherwise one with the API's names and values. */
function fileOf(route: Route, query: unknown, now: Date): CsvFile {
  const list = route.response as unknown as { shape: { items: { element: ZodObject } } };
  const item = list.shape.items.element;
  const { language, columns } = query as { language?: Language; columns?: string };
  const asked = language && { values: Object.keys(item.shape), language, today: dayInChina(now), columns };
  const statement = asked && statementOf(route.operationId, asked);
  return statement ?? { name: csvName(route.operationId, now), columns: csvColumns(item) };
}

/** Lets the handler accept a WebSocket from our own pages. */
async function openSocket(
  { request, context, input, handler }: Answering,
  response: Response,
  { config }: MountOptions,
): Promise<void> {
  const upgrade = upgradeOf(request, response);
  if (!isOwnPage(request.headers, config.publicUrl)) throw new ProductError('PERMISSION_DENIED');
  await handler(input, { ...context, upgrade });
}
