/** Calls a handler and sends its answer; idempotent routes run once per Idempotency-Key. */
import type { OperationId } from '@gpulease/contract/endpoints';
import type { Route } from '@gpulease/contract/routes';
import type { Request, Response } from 'express';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Tables, Transaction } from '../database/schema.ts';
import { audit } from '../audit/audit.ts';
import type { Input, VisitorContext } from './handler.ts';
import { idempotently, type StoredAnswer } from './idempotency.ts';
import { auditActionOf, auditDetails, auditSubject } from '../audit/operations.ts';
import type { Upgrade } from './upgrades.ts';

/** A handler of any operation, untyped; the contract's types hold at both ends of `mount`. */
export type AnyHandler = (input: Input<OperationId>, context: AnyContext) => Promise<unknown>;

export interface AnyContext extends VisitorContext {
  readonly ifMatch: string | undefined;
  readonly transaction: Transaction | undefined;
  readonly upgrade: Upgrade | undefined;
  readonly afterCommit: ((work: FollowUp) => void) | undefined;
  readonly noteBefore: (object: object) => void;
}

type FollowUp = () => Promise<unknown>;

export interface Answering {
  readonly route: Route;
  readonly request: Request;
  readonly context: AnyContext;
  readonly input: Input<OperationId>;
  readonly handler: AnyHandler;
}

export interface AnswerOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Whether to validate answers against the contract; a violation is a 500. */
  readonly checkAnswers: boolean;
}

/** The answer, and the work to do after the commit; none if an earlier request stored the answer. */
interface Done extends StoredAnswer {
  readonly followUp?: FollowUp | undefined;
}

/** Sends the handler's answer, or the newer one of the work after the commit. */
export async function answerJson(
  answering: Answering,
  response: Response,
  options: AnswerOptions,
): Promise<void> {
  const { route } = answering;
  const work = (transaction?: Transaction) => perform(answering, options, transaction);
  const done: Done = route.idempotent
    ? await idempotently(options, keyedRequest(answering), work)
    : await work();
  const { status, followUp } = done;
  const answer = followUp ? await followUpAnswer(followUp, done.answer, answering, options) : done.answer;
  if (route.kind === 'redirect') response.redirect((answer as { location: string }).location);
  else if (answer === undefined) response.status(status).end();
  else response.status(status).json(answer);
}

/** Runs the handler and writes its audit entry, in the same transaction if any. */
async function perform(
  answering: Answering,
  { database, clock, checkAnswers }: AnswerOptions,
  transaction: Transaction | undefined,
): Promise<Done> {
  const { route, input, context, handler } = answering;
  let followUp: FollowUp | undefined;
  const afterCommit = (work: FollowUp) => void (followUp = work);
  let before: object | undefined;
  const noteBefore = (object: object) => void (before = object);
  const answer = await handler(input, { ...context, transaction, afterCommit, noteBefore });
  if (checkAnswers) route.response.parse(answer);
  await auditOperation(answering, { before, answer }, { clock, database: transaction ?? database });
  return { status: route.status ?? 200, answer, followUp };
}

/** Returns the answer of the work after the commit; the stored answer if that work fails. */
async function followUpAnswer(
  followUp: FollowUp,
  kept: unknown,
  { route, context: { log } }: Answering,
  { checkAnswers }: AnswerOptions,
): Promise<unknown> {
  try {
    const answer = await followUp();
    if (checkAnswers) route.response.parse(answer);
    return answer;
  } catch (error) {
    log.warn({ err: error }, 'Could not finish the work after a request');
    return kept;
  }
}

/** Writes the audit entry, if the operation has one. */
async function auditOperation(
  { route, input, context }: Answering,
  { before, answer }: { before: object | undefined; answer: unknown },
  { database, clock }: Pick<AnswerOptions, 'clock'> & { database: Kysely<Tables> },
): Promise<void> {
  const { caller } = context;
  const action = auditActionOf(route, answer);
  if (!action || !caller) return;
  const subject = auditSubject(route, { params: input.params, answer, caller: caller.username });
  const details = auditDetails(route, { body: input.body, before, answer }, caller.apiToken?.name);
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
