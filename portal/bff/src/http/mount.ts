/** Puts one operation of the contract on the router: guards, parses, calls the handler, answers. */
import type { Page } from '@gpulease/contract/common';
import type { Language } from '@gpulease/contract/enums';
import type { OperationId } from '@gpulease/contract/endpoints';
import type { Route } from '@gpulease/contract/routes';
import type { Request, Response, Router } from 'express';
import type { Kysely } from 'kysely';
import type { ZodType } from 'zod';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database, Tables, Transaction } from '../database/schema.ts';
import { audit } from '../identity/audit.ts';
import { csvColumns } from './csv-columns.ts';
import { csvName, sendCsv, type Row } from './csv.ts';
import type { EventStreams } from './event-stream.ts';
import { guard } from './guard.ts';
import type { Caller, Cookies, EventStream, Input, RequestContext } from './handler.ts';
import { idempotently } from './idempotency.ts';
import type { Logger } from './logger.ts';
import { networkOf } from './network.ts';
import { auditActionOf, auditDetails, auditSubject } from './operation-audit.ts';
import { invalidFields, ProductError } from './product-error.ts';
import { rateLimitHeaders, type LimitState } from './rate-limit-headers.ts';
import { limitOf, refuseBeyond, type RateLimits } from './rate-limits.ts';
import { parseInput } from './request-input.ts';
import { isOwnPage } from './security.ts';
import { upgradeOf, type Upgrade } from './upgrades.ts';

/** What is known about a request before its route is looked at. */
export interface RequestState {
  readonly requestId: string;
  readonly language: Language;
  readonly userAgent: string;
  readonly origin: string;
  readonly log: Logger;
  readonly cookies: Cookies;
  /** The account that is signed in to the console of this path. */
  readonly caller: Caller | undefined;
  /** Whether an admin path was called with a session of the user console only. */
  readonly wrongConsole: boolean;
}

export interface MountOptions {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly database: Database;
  readonly clock: Clock;
  /** Check answers against the contract; a mistake of ours is then a 500. */
  readonly checkAnswers: boolean;
  readonly streams: EventStreams;
  readonly rateLimits: RateLimits;
  readonly stateOf: (request: Request) => RequestState;
}

/** A handler whatever its operation; the contract's types hold at both ends of `mount`. */
type AnyHandler = (input: Input<OperationId>, context: AnyContext) => Promise<unknown>;
type AnyStreamHandler = (stream: EventStream, context: AnyContext) => void;

interface AnyContext extends RequestContext {
  readonly caller: Caller | undefined;
  readonly ifMatch: string | undefined;
  readonly transaction: Transaction | undefined;
  readonly upgrade: Upgrade | undefined;
  readonly afterCommit: ((work: FollowUp) => void) | undefined;
}

type FollowUp = () => Promise<unknown>;

/** Mounts the handler of a route. */
export function mount(router: Router, route: Route, handler: unknown, options: MountOptions): void {
  const method = route.method.toLowerCase() as Lowercase<Route['method']>;
  router[method](route.path, async (request, response) => {
    response.locals.operation = route.operationId;
    const state = options.stateOf(request);
    guard(route, state);
    const context = contextOf(route, request, state);
    if (route.kind === 'stream') {
      openStream(response, context, handler as AnyStreamHandler, options);
      return;
    }
    const answering = {
      route,
      request,
      context,
      input: parseInput(route, request),
      handler: handler as AnyHandler,
    };
    if (route.kind === 'socket') {
      await openSocket(answering, response, options);
      return;
    }
    const isCsv = route.kind === 'list' && wantsCsv(answering);
    await limitRate(answering, isCsv, response, options);
    if (isCsv) await answerCsv(answering, response, options);
    else await answerJson(answering, response, options);
  });
}

function contextOf(route: Route, request: Request, state: RequestState): AnyContext {
  const ifMatch = route.ifMatch ? etagOf(request) : undefined;
  return {
    ...state,
    address: request.ip ?? '',
    ifMatch,
    transaction: undefined,
    upgrade: undefined,
    afterCommit: undefined,
  };
}

function etagOf(request: Request): string {
  const value = request.get('If-Match');
  if (!value) throw invalidFields({ 'If-Match': 'required' });
  return value.replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}

interface Answering {
  readonly route: Route;
  readonly request: Request;
  readonly context: AnyContext;
  readonly input: Input<OperationId>;
  readonly handler: AnyHandler;
}

async function answerJson(answering: Answering, response: Response, options: MountOptions): Promise<void> {
  const { route, context } = answering;
  const status = route.status ?? 200;
  let followUp: FollowUp | undefined;
  const afterCommit = (work: FollowUp) => (followUp = work);
  const handle = async (transaction?: Transaction) => {
    const answer = await answering.handler(answering.input, { ...context, transaction, afterCommit });
    if (options.checkAnswers) route.response.parse(answer);
    await auditOperation(answering, answer, { ...options, database: transaction ?? options.database });
    return { status, answer };
  };
  const kept = route.idempotent
    ? await idempotently(options, keyedRequest(answering), handle)
    : await handle();
  const answer = followUp ? await followedUp(followUp, kept.answer, answering, options) : kept.answer;
  if (route.kind === 'redirect') response.redirect((answer as { location: string }).location);
  else if (answer === undefined) response.status(kept.status).end();
  else response.status(kept.status).json(answer);
}

/** What has happened since the effects were committed; the kept answer is true as well. */
async function followedUp(
  followUp: FollowUp,
  kept: unknown,
  { route, context: { log } }: Answering,
  { checkAnswers }: MountOptions,
): Promise<unknown> {
  try {
    const answer = await followUp();
    if (checkAnswers) route.response.parse(answer);
    return answer;
  } catch (error) {
    log.warn({ err: error }, 'What follows a request was not done yet');
    return kept;
  }
}

/** Writes down who did what; in the transaction of the effects where there is one. */
async function auditOperation(
  { route, input, context }: Answering,
  answer: unknown,
  { database, clock }: Pick<MountOptions, 'clock'> & { database: Kysely<Tables> },
): Promise<void> {
  const { caller } = context;
  const action = auditActionOf(route.operationId);
  if (!action || !caller) return;
  const subject = auditSubject(route.operationId, { params: input.params, answer, caller: caller.username });
  const details = auditDetails(route.operationId, input.body, caller.apiToken?.name);
  const act = { at: clock.now(), actor: caller.username, origin: context, subject };
  await audit(database, action, { ...act, ...(details && { details }) });
}

function keyedRequest({ route, request, context, input }: Answering) {
  return {
    userId: context.caller?.id ?? '',
    operation: route.operationId,
    key: request.get('Idempotency-Key'),
    content: [input.params, input.body],
  };
}

/** Counts what scripts ask for and what is costly to answer, and says how much is left. Throws RATE_LIMITED. */
async function limitRate(
  { route, context: { caller, address } }: Answering,
  isCsv: boolean,
  response: Response,
  { rateLimits }: MountOptions,
): Promise<void> {
  const costly = isCsv ? 'csv' : limitOf(route.operationId);
  const names = [...(caller?.apiToken ? (['apiTokens'] as const) : []), ...(costly ? [costly] : [])];
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

/** The whole filtered set: the same handler, asked for page after page. */
async function answerCsv(
  { route, input, context, handler }: Answering,
  response: Response,
  { clock }: MountOptions,
): Promise<void> {
  const readPage = async (page: number, pageSize: number) => {
    const query = { ...(input.query as object), page, pageSize };
    const { items } = (await handler({ ...input, query }, context)) as Page<Row>;
    return items;
  };
  const file = { name: csvName(route.operationId, clock.now()), columns: csvColumns(itemOf(route)) };
  await sendCsv(response, file, readPage, context.log);
}

function itemOf(route: Route): ZodType {
  const list = route.response as unknown as { shape: { items: { element: ZodType } } };
  return list.shape.items.element;
}

/** Lets the handler accept a WebSocket of one of our pages. */
async function openSocket(
  { request, context, input, handler }: Answering,
  response: Response,
  { config }: MountOptions,
): Promise<void> {
  const upgrade = upgradeOf(request, response);
  if (!isOwnPage(request.headers, config.publicUrl)) throw new ProductError('PERMISSION_DENIED');
  await handler(input, { ...context, upgrade });
}

function openStream(
  response: Response,
  context: AnyContext,
  handler: AnyStreamHandler,
  { streams }: MountOptions,
): void {
  const { caller, address } = context;
  if (!caller) throw new ProductError('INVALID_JWT_TOKEN');
  handler(streams.open(response, caller, address), context);
}
