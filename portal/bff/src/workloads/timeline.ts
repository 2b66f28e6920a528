/** The timeline of a workload from acts in the portal, the cluster's Events, its runs, and changes outside the portal. Pure. */
import { fieldManagers, scheduledHalts, workloadReasons, type Workload } from '@gpulease/crds';
import type { AuditAction, EventActor } from '@gpulease/contract/enums';
import { causeParameters, type Run, type WorkloadEvent } from '@gpulease/contract/workloads';
import { MESSAGE_ANNOTATION, PARAMETERS_ANNOTATION, type Event } from '@gpulease/kube';

/** An action on the workload in the portal. */
export interface PortalAction {
  readonly at: Date;
  readonly action: AuditAction;
  /** The actor's username; null if unknown. */
  readonly actor: string | null;
  /** The reason that an operator gave. */
  readonly explanation: string | null;
}

export interface TimelineSources {
  readonly workload: Pick<Workload, 'metadata'>;
  /** The owner's name. */
  readonly user: string;
  readonly acts: readonly PortalAction[];
  readonly events: readonly Event[];
  readonly runs: readonly Run[];
  /** Only operators see which operator acted, and messages of other programs. */
  readonly isAdmin: boolean;
}

/** Reports of the same thing are at most this far apart. */
const TOGETHER_MS = 120_000;

/** The Events that report the execution of a requested action. */
const askedFor: Readonly<Partial<Record<string, AuditAction>>> = {
  StopRequested: 'STOP_WORKLOAD',
  RestartRequested: 'RESTART_WORKLOAD',
  MaintenanceMove: 'MOVE_WORKLOAD',
  DestroyRequested: 'DESTROY_WORKLOAD',
};

const sentences: Readonly<Partial<Record<AuditAction, string>>> = {
  CREATE_WORKLOAD: 'The machine was ordered.',
  CHANGE_WORKLOAD: 'The settings were changed.',
  START_WORKLOAD: 'A start was requested.',
  STOP_WORKLOAD: 'A stop was requested.',
  RESTART_WORKLOAD: 'A restart was requested.',
  MOVE_WORKLOAD: 'A move to another node was requested.',
  DESTROY_WORKLOAD: 'Destruction was requested.',
  SCHEDULE_WORKLOAD: 'A node was chosen.',
  OPEN_CONSOLE: 'A console was opened.',
};

/** The actions that a timeline includes. */
export const timelineActions = Object.keys(sentences) as AuditAction[];

/** Returns the timeline, unordered. Each thing is in it once, however many sources report it. */
export function timelineOf(told: TimelineSources): WorkloadEvent[] {
  const acts = told.acts.map((act) => toItem(act, told));
  const pastPortal = pastPortalOf(told, acts);
  const reports = told.events.filter((event) => isNews(event, told)).map((event) => toReport(event, told));
  const runs = told.runs.flatMap((run) => itemsOfRun(run, told.events));
  return [...acts, ...pastPortal, ...reports, ...runs];
}

function toItem(
  { at, action, actor, explanation }: PortalAction,
  { user, isAdmin }: TimelineSources,
): WorkloadEvent {
  const isOwner = actor === user;
  const by = isOwner || isAdmin ? actor : null;
  return { ...anAct(at.toISOString(), action, { actor: isOwner ? 'CUSTOMER' : 'ADMIN', by }), explanation };
}

function anAct(
  time: string,
  action: AuditAction,
  who: { readonly actor: EventActor; readonly by: string | null },
): WorkloadEvent {
  const message = sentences[action] ?? '';
  return { time, type: 'NORMAL', ...who, reason: action, message, explanation: null, count: 1 };
}

/** Returns actions by kubectl or Git: the creation, requests that were not made in the portal, and other changes. */
function pastPortalOf(told: TimelineSources, acts: readonly WorkloadEvent[]): WorkloadEvent[] {
  const writes = (told.workload.metadata.managedFields ?? []).filter(isForeign);
  const asked = [...creationOf(told), ...requestsOf(told)].toSorted((a, b) => a.time.localeCompare(b.time));
  const untold = asked.filter(
    (one, index) => ![...acts, ...asked.slice(0, index)].some((told) => isSame(told, one)),
  );
  const found = untold.map(({ reason, time }) => {
    const by = writes.find((write) => isSoonAfter(write.time, time))?.manager ?? null;
    return anAct(time, reason, { actor: 'KUBERNETES', by });
  });
  const others = writes.filter(({ time }) => !found.some((act) => isSoonAfter(time, act.time)));
  const changes = others.map(({ time, manager }) =>
    anAct(new Date(time).toISOString(), 'CHANGE_WORKLOAD', { actor: 'KUBERNETES', by: manager }),
  );
  return [...found, ...changes];
}

type RequestEvent = { readonly reason: AuditAction } & Pick<WorkloadEvent, 'time'>;

/** Returns the creation if it was not an order in the portal. */
function creationOf({ workload: { metadata }, acts }: TimelineSources): RequestEvent[] {
  const isOrdered = metadata.uid === undefined || acts.some(({ action }) => action === 'CREATE_WORKLOAD');
  if (isOrdered) return [];
  return [{ reason: 'CREATE_WORKLOAD', time: new Date(metadata.creationTimestamp ?? 0).toISOString() }];
}

/** Returns actions inferred from Events and from the ends of runs. */
function requestsOf({ events, runs }: TimelineSources): RequestEvent[] {
  const seen = [
    ...events.map((event) => ({ reason: event.reason, time: timeOf(event) })),
    ...runs.map(({ endReason, stoppedAt }) => ({ reason: endReason ?? '', time: stoppedAt ?? '' })),
  ];
  return seen.flatMap(({ reason, time }) => {
    const action = askedFor[reason];
    return action === undefined ? [] : [{ reason: action, time }];
  });
}

function isSame(one: Pick<WorkloadEvent, 'reason' | 'time'>, other: RequestEvent): boolean {
  return one.reason === other.reason && isSoonAfter(one.time, other.time);
}

type Write = NonNullable<Workload['metadata']['managedFields']>[number];

const ours: readonly string[] = Object.values(fieldManagers);

/** Whether a program other than ours wrote the object itself. */
function isForeign(write: Write): write is Write & { readonly manager: string; readonly time: string } {
  const { manager, subresource, time } = write;
  return !subresource && manager !== undefined && time !== undefined && !ours.includes(manager);
}

/** Whether `time` is at `cause` or soon after; the API server truncates times of changes to the second. */
function isSoonAfter(cause: string, time: string): boolean {
  const after = Date.parse(time) - Date.parse(cause);
  return after > -1_000 && after < TOGETHER_MS;
}

/** Whether no act or run reports it already. */
function isNews({ reason }: Event, { runs }: TimelineSources): boolean {
  return askedFor[reason] === undefined && !(reason === workloadReasons.running && runs.length > 0);
}

function toReport(event: Event, { isAdmin }: TimelineSources): WorkloadEvent {
  const { metadata, type, reason, note = '', series } = event;
  const plain = metadata.annotations?.[MESSAGE_ANNOTATION] ?? note;
  return {
    ...{ ...byPlatform, time: timeOf(event), type: type === 'Warning' ? 'WARNING' : 'NORMAL', reason },
    ...{ message: isAdmin ? note : plain, ...parametersOf(event), count: series?.count ?? 1 },
  };
}

/** Anyone with write access to Events may write parameters other than ours; those are left out. */
function parametersOf({ metadata }: Event): Pick<WorkloadEvent, 'parameters'> {
  const text = metadata.annotations?.[PARAMETERS_ANNOTATION];
  const parsed = causeParameters.safeParse(text === undefined ? undefined : parsedJson(text));
  return parsed.success ? { parameters: parsed.data } : {};
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const byPlatform = { actor: 'PLATFORM', by: null, explanation: null, count: 1 } as const;

function timeOf({ eventTime, series }: Event): string {
  return new Date(series?.lastObservedTime ?? eventTime).toISOString();
}

/** Returns the start of a run, and its end unless it was requested or an Event reports it. */
function itemsOfRun({ startedAt, stoppedAt, endReason }: Run, events: readonly Event[]): WorkloadEvent[] {
  const running = { reason: workloadReasons.running, message: 'The machine is running.' };
  const start: WorkloadEvent = { ...byPlatform, time: startedAt, type: 'NORMAL', ...running };
  if (stoppedAt === null || endReason === null) return [start];
  const isTold = askedFor[endReason] !== undefined || events.some((event) => reportsEnd(event, stoppedAt));
  if (isTold) return [start];
  const type = ordinaryEnds.includes(endReason) ? 'NORMAL' : 'WARNING';
  return [start, { ...byPlatform, time: stoppedAt, type, reason: endReason, message: '' }];
}

/** Ends of runs that are not a fault. */
const ordinaryEnds: readonly string[] = [
  workloadReasons.guestPoweredOff,
  workloadReasons.termEnded,
  workloadReasons.moving,
  ...scheduledHalts,
];

const endings = ['BecameStopping', 'BecameStopped', 'BecameFailed'];

function reportsEnd(event: Event, stoppedAt: string): boolean {
  const distance = Math.abs(Date.parse(timeOf(event)) - Date.parse(stoppedAt));
  return endings.includes(event.action) && distance < TOGETHER_MS;
}
