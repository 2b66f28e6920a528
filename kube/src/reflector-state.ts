import { ApiError, isGone } from './api-error.ts';

/**
 * The progress of a reflector from an empty cache to following every change:
 * Empty → InitPage (while further pages follow) → InitListed → Watching.
 */
export type ReflectorState =
  | { name: 'Empty' }
  | { name: 'InitPage'; continueToken: string }
  | { name: 'InitListed'; resourceVersion: string }
  | { name: 'Watching'; resourceVersion: string };

interface PageRead {
  type: 'PageRead';
  resourceVersion: string;
  continueToken: string | undefined;
}

/** The outcome of a step from a state. */
export type ReflectorOutcome =
  | PageRead
  | { type: 'WatchOpened' }
  | { type: 'EventRead'; resourceVersion: string }
  /** The server ended the watch normally, as it does every few minutes. `relist`: a periodic list is due. */
  | { type: 'WatchEnded'; relist: boolean }
  /** The kind is not installed, so there are no objects. */
  | { type: 'KindMissing' }
  /** `relist`: the known resourceVersion can no longer be used. */
  | { type: 'Failed'; relist: boolean };

/** Returns the state after `outcome`. An outcome that is impossible in a state leaves it unchanged. */
export function nextState(state: ReflectorState, outcome: ReflectorOutcome): ReflectorState {
  switch (outcome.type) {
    case 'PageRead':
      return afterPage(outcome);
    case 'WatchOpened':
      return state.name === 'InitListed' ? { ...state, name: 'Watching' } : state;
    case 'EventRead':
      return state.name === 'Watching' ? { ...state, resourceVersion: outcome.resourceVersion } : state;
    case 'KindMissing':
      return { name: 'Empty' };
    case 'WatchEnded':
    case 'Failed':
      return outcome.relist ? { name: 'Empty' } : endWatch(state);
  }
}

function afterPage({ resourceVersion, continueToken }: PageRead): ReflectorState {
  return continueToken === undefined
    ? { name: 'InitListed', resourceVersion }
    : { name: 'InitPage', continueToken };
}

function endWatch(state: ReflectorState): ReflectorState {
  return state.name === 'Watching' ? { ...state, name: 'InitListed' } : state;
}

/** After this many consecutive internal errors, the cause is the resourceVersion rather than a transient outage. */
const STUBBORN_FAILURES = 3;

/**
 * Whether an error requires a relist: the API server no longer, or not yet, knows our resourceVersion. At the edge of
 * an etcd compaction, half of the history is gone and every watch from there fails with InternalError ("PrevKv=nil").
 * `failures`: the number of consecutive failures before.
 */
export function requiresRelist(error: unknown, failures = 0): boolean {
  if (isGone(error)) return true;
  if (!(error instanceof ApiError)) return false;
  if (error.code === 500 && failures >= STUBBORN_FAILURES) return true;
  return error.details.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge') ?? false;
}

/** The duration after which a watch counts as healthy, in milliseconds. */
const HEALTHY_MS = 10_000;

/**
 * Returns the number of consecutive failures after a step. A watch that ends soon after it opened counts as a failure
 * even if it ends normally, so that a server that keeps closing watches is not called in a tight loop.
 */
export function countFailures(failures: number, outcome: ReflectorOutcome, watchedMs: number): number {
  if (outcome.type !== 'Failed' && outcome.type !== 'WatchEnded') return failures;
  if (watchedMs < HEALTHY_MS) return failures + 1;
  return outcome.type === 'Failed' ? 1 : 0;
}
