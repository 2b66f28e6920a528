import { ApiError, isGone } from './api-error.ts';

/**
 * Where a reflector stands on its way from knowing nothing to following every change:
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

/** What the next step from a state brought. */
export type ReflectorOutcome =
  | PageRead
  | { type: 'WatchOpened' }
  | { type: 'EventRead'; resourceVersion: string }
  /** The server ended the watch in order, as it does every few minutes. `relist`: it is time to compare with a list. */
  | { type: 'WatchEnded'; relist: boolean }
  /** The cluster has no such kind: there are no objects, until it is installed. */
  | { type: 'KindMissing' }
  /** `relist`: what was known is of no use any more. */
  | { type: 'Failed'; relist: boolean };

/** The state after `outcome`; an outcome that cannot happen in a state leaves it as it is. */
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

/** So many internal errors in a row are no outage that passes: the resourceVersion itself brings them about. */
const STUBBORN_FAILURES = 3;

/**
 * Whether the objects have to be listed anew after an error: the API server no longer, or not yet, knows our
 * resourceVersion. At the very edge of a compaction of etcd it finds the past half gone and answers with InternalError
 * ("PrevKv=nil"), however often it is asked. `failures`: those in a row before.
 */
export function requiresRelist(error: unknown, failures = 0): boolean {
  if (isGone(error)) return true;
  if (!(error instanceof ApiError)) return false;
  if (error.code === 500 && failures >= STUBBORN_FAILURES) return true;
  return error.details.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge') ?? false;
}

/** A watch that lasted this long counts as healthy, in milliseconds. */
const HEALTHY_MS = 10_000;

/**
 * The number of failures in a row after a step. A watch that ends soon after it began counts as one too, even if it
 * ends in order, so that a server that keeps closing is not asked without pause.
 */
export function countFailures(failures: number, outcome: ReflectorOutcome, watchedMs: number): number {
  if (outcome.type !== 'Failed' && outcome.type !== 'WatchEnded') return failures;
  if (watchedMs < HEALTHY_MS) return failures + 1;
  return outcome.type === 'Failed' ? 1 : 0;
}
