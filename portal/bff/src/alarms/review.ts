/** Reviews the platform once a minute, stores alarms, and notifies operators when they open and end. */
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { withTransaction } from '../database/database.ts';
import type { Database, Transaction } from '../database/schema.ts';
import type { Logger } from '../http/logger.ts';
import { keepDoing } from '../jobs/due-rows.ts';
import { enqueue } from '../jobs/outbox.ts';
import { decideAlarms, isUrgent, type AlarmChanges, type TrackedAlarm } from './decide.ts';
import { observe, unknownChecks, type Observation, type PlatformState } from './observe.ts';

export const ALARM_TOPIC = 'alarm';

/** The alarm ids of a notification. */
export interface ReviewedAlarmIds {
  readonly opened: readonly string[];
  readonly ended: readonly string[];
}

export interface ReviewOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly look: () => Promise<PlatformState>;
  /** The notification channels; each gets its own message. */
  readonly channels: readonly string[];
}

const REVIEW_MS = 60_000;
/** Shorter than `REVIEW_MS`, so that a portal does not miss its own next turn. */
const TURN_SECONDS = 45;

/** Reviews until the signal aborts. If several portals run, one of them reviews at a time. */
export function keepReviewing(options: ReviewOptions, signal: AbortSignal): Promise<void> {
  const failed = 'Could not check the platform for alarms, will retry';
  return keepDoing({ log: options.log, pauseMs: REVIEW_MS, signal, failed }, async () => {
    if (await takeTurn(options.database)) await review(options);
  });
}

/** Claims the next review. Returns false if another portal reviewed recently. */
async function takeTurn(database: Database): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO last_done (task) VALUES ('ALARMS')
    ON CONFLICT (task) DO UPDATE SET done_at = clock_timestamp()
    WHERE last_done.done_at < clock_timestamp() - make_interval(secs => ${TURN_SECONDS})
    RETURNING task`.execute(database);
  return rows.length > 0;
}

/** Reviews the platform once. */
export async function review({ database, clock, look, channels }: ReviewOptions): Promise<void> {
  const sight = await look();
  const now = clock.now();
  const observed = observe(sight, now);
  const unknown = unknownChecks(sight);
  const isUnknown = ({ kind, subject }: TrackedAlarm) => kind === 'PLATFORM' && unknown.has(subject);
  await withTransaction(database, async (transaction) => {
    const changes = decideAlarms(await readKnown(transaction), observed, { now, isUnknown });
    const news = await keep(transaction, changes, now);
    if (news.opened.length + news.ended.length === 0) return;
    for (const channel of channels) await enqueue(transaction, ALARM_TOPIC, channel, news);
  });
}

/** Reads and locks current alarms, so that a concurrent review sees what this one stores. */
function readKnown(transaction: Transaction): Promise<TrackedAlarm[]> {
  return transaction
    .selectFrom('alarm')
    .select(['id', 'kind', 'subject', 'parameters', 'condition'])
    .select(['first_seen_at as firstSeenAt', 'opened_at as openedAt', 'gone_at as goneAt'])
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Stores the changes. Returns those that operators are notified of. */
async function keep(transaction: Transaction, changes: AlarmChanges, now: Date): Promise<ReviewedAlarmIds> {
  const { change, leave, comeBack, forget } = changes;
  const began = await begin(transaction, changes.begin, now);
  for (const one of change)
    await transaction.updateTable('alarm').set(detailsOf(one)).where('id', '=', one.id).execute();
  await setTime(transaction, { gone_at: now }, leave);
  await setTime(transaction, { gone_at: null }, comeBack);
  await setTime(transaction, { opened_at: now }, changes.open);
  await setTime(transaction, { ended_at: now }, changes.end);
  if (forget.length > 0) await transaction.deleteFrom('alarm').where('id', 'in', idsOf(forget)).execute();
  return { opened: [...began, ...idsOf(changes.open)], ended: idsOf(changes.end) };
}

/** Inserts new alarms unless a concurrent review did. Returns the ids of urgent ones, which open immediately. */
async function begin(transaction: Transaction, observed: readonly Observation[], now: Date) {
  if (observed.length === 0) return [];
  const began = observed.map((one) => ({
    ...{ kind: one.kind, subject: one.subject, ...detailsOf(one) },
    ...{ first_seen_at: now, opened_at: isUrgent(one) ? now : null },
  }));
  const rows = await transaction
    .insertInto('alarm')
    .values(began)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'opened_at'])
    .execute();
  return idsOf(rows.filter(({ opened_at: opened }) => opened !== null));
}

function detailsOf({ parameters, condition }: Observation) {
  return { parameters: JSON.stringify(parameters), condition: condition && JSON.stringify(condition) };
}

async function setTime(
  transaction: Transaction,
  time: Partial<Record<'gone_at' | 'opened_at' | 'ended_at', Date | null>>,
  alarms: readonly TrackedAlarm[],
): Promise<void> {
  if (alarms.length === 0) return;
  await transaction.updateTable('alarm').set(time).where('id', 'in', idsOf(alarms)).execute();
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
