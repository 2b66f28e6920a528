/** Conditions that need an operator, for the overview. */
import type { Need } from '@gpulease/contract/overview';
import { alarmSeverity } from '@gpulease/contract/alarm-texts';
import type { Database, Row } from '../database/schema.ts';
import { alarmKey } from './decide.ts';
import { shownSubject } from './list.ts';
import { observe, type Observation, type PlatformState } from './observe.ts';

/** Up to this many of a kind are listed individually. */
const EACH = 3;

/**
 * Returns the conditions observed now, with start and operator from their alarms. Platform checks are too slow for a page
 * and are read from open alarms instead.
 */
export async function readNeeds(
  database: Database,
  sight: Omit<PlatformState, 'checks'>,
  now: Date,
): Promise<Need[]> {
  const alarms = await database
    .selectFrom('alarm')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('gone_at', 'is', null)
    .execute();
  const platform = alarms.filter(({ kind, opened_at: opened }) => kind === 'PLATFORM' && opened !== null);
  return needsOf([...observe({ ...sight, checks: [] }, now), ...platform], alarms, now);
}

type KnownAlarm = Pick<Row<'alarm'>, 'kind' | 'subject' | 'first_seen_at' | 'acknowledged_by'>;

/** Sorts by acknowledgement (acknowledged last), severity and age. Combines many of a kind into one. */
export function needsOf(observed: readonly Observation[], alarms: readonly KnownAlarm[], now: Date): Need[] {
  const alarmOf = new Map(alarms.map((alarm) => [alarmKey(alarm), alarm]));
  const needs = observed.map(({ kind, subject, parameters, condition }): Need => {
    const alarm = alarmOf.get(alarmKey({ kind, subject }));
    return {
      ...{ kind, subject: shownSubject(subject), parameters, condition },
      acknowledgedBy: alarm?.acknowledged_by ?? null,
      since: (alarm?.first_seen_at ?? now).toISOString(),
    };
  });
  const kinds = Map.groupBy(needs, ({ kind, parameters: { area = '' } }) => `${kind} ${area}`);
  return [...kinds.values()].flatMap(joinMany).sort(byUrgency);
}

function joinMany(needs: Need[]): Need[] {
  const [first] = needs.toSorted(byAge);
  if (!first || needs.length <= EACH) return needs;
  const { area } = first.parameters;
  const parameters = { count: needs.length, ...(area !== undefined && { area }) };
  return [{ ...first, subject: null, parameters, condition: null, acknowledgedBy: null }];
}

function byUrgency(one: Need, other: Need): number {
  return rankOf(one) - rankOf(other) || byAge(one, other);
}

function byAge(one: Need, other: Need): number {
  return one.since.localeCompare(other.since);
}

function rankOf({ kind, acknowledgedBy }: Need): number {
  return (acknowledgedBy === null ? 0 : 2) + (alarmSeverity[kind] === 'CRITICAL' ? 0 : 1);
}
