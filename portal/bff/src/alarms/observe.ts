/** Derives the conditions that operators must know of from the platform's current state. Pure. */
import type { Alarm } from '@gpulease/contract/alarms';
import type { AlarmKind } from '@gpulease/contract/alarm-texts';
import { HOUR_MS } from '@gpulease/contract/durations';
import type { Overview } from '@gpulease/contract/overview';
import type { PlatformCheck } from '@gpulease/contract/platform';

export interface Observation {
  readonly kind: AlarmKind;
  /** Empty if the kind has only one subject. */
  readonly subject: string;
  /** The parameters of its text. */
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly condition: Alarm['condition'];
}

type Condition = NonNullable<Alarm['condition']>;

/** The observable state of the platform. */
export interface PlatformState {
  readonly nodes: readonly (Condition & { readonly name: string; readonly region: string })[];
  /** Nodes in use that lack some of their GPUs, CPU or memory but still sell the rest. */
  readonly lacking: readonly (Condition & { readonly name: string; readonly region: string })[];
  /** Other catalogue objects that are not ready, with their area in the console. */
  readonly notReady: readonly (Condition & { readonly area: string; readonly name: string })[];
  readonly failed: number;
  /** Nodes with unrepaired GPUs that failed a check. */
  readonly failedChecks: readonly {
    readonly name: string;
    readonly region: string;
    readonly count: number;
  }[];
  /** Unanswered reports of customers. */
  readonly gpuReports: number;
  readonly queue: { readonly total: number; readonly oldest: string | undefined };
  readonly openPayments: Overview['openPayments'];
  readonly checks: readonly PlatformCheck[];
}

/** A queue counts as long if its oldest entry has waited this long. */
const LONG_MS = HOUR_MS;

/** Returns all abnormal conditions, each once. */
export function observe(sight: PlatformState, now: Date): Observation[] {
  const { nodes, lacking, notReady, failed, failedChecks, gpuReports, openPayments, checks } = sight;
  return [
    ...nodes.map(({ name, region, ...condition }) =>
      seen('NODE_NOT_READY', name, { parameters: { region }, condition }),
    ),
    ...lacking.map(({ name, region, ...condition }) =>
      seen('NODE_LACKS_RESOURCES', name, { parameters: { region }, condition }),
    ),
    ...notReady.map(({ area, name, ...condition }) =>
      seen('OBJECT_NOT_READY', `${area}/${name}`, { parameters: { area }, condition }),
    ),
    ...counted('MACHINES_FAILED', failed),
    ...counted('GPUS_REPORTED', gpuReports),
    ...failedChecks.map(({ name, ...parameters }) => seen('GPU_CHECK_FAILED', name, { parameters })),
    ...longQueue(sight.queue, now),
    ...counted('PAYMENTS_TO_REVIEW', openPayments.quarantined),
    ...counted('APPROVALS_WAITING', openPayments.approvals),
    ...counted('BILLS_DIFFER', openPayments.differingDays),
    ...checks
      .filter(({ status }) => status === 'LOOK')
      .map(({ name, finding }) => seen('PLATFORM', name, { parameters: { finding } })),
  ];
}

/** Returns checks whose source did not answer, so that their state is unknown. */
export function unknownChecks({ checks }: PlatformState): ReadonlySet<string> {
  return new Set(checks.filter(({ status }) => status === 'UNKNOWN').map(({ name }) => name));
}

type Details = Pick<Observation, 'parameters'> & Partial<Pick<Observation, 'condition'>>;

function seen(kind: AlarmKind, subject: string, { parameters, condition = null }: Details): Observation {
  return { kind, subject, parameters, condition };
}

function counted(kind: AlarmKind, count: number): Observation[] {
  return count > 0 ? [seen(kind, '', { parameters: { count } })] : [];
}

function longQueue({ total, oldest }: PlatformState['queue'], now: Date): Observation[] {
  const waitedMs = oldest === undefined ? 0 : now.getTime() - Date.parse(oldest);
  if (waitedMs < LONG_MS) return [];
  const hours = Math.floor(waitedMs / HOUR_MS);
  return [seen('QUEUE_LONG', '', { parameters: { count: total, hours } })];
}
