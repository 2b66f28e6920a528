import type { ConditionChange } from '@gpulease/kube';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import type { Fault } from '../faults.ts';
import { remaining, type Pace } from '../pace.ts';

export interface DiskSituation {
  disk: DataVolume;
  /** What a clone is made from; undefined when it does not exist. */
  source: DataSource | undefined;
  faults: ReadonlySet<Fault>;
  pace: Pace;
  now: Date;
}

export interface DiskProgress {
  phase: string;
  /** `37.0%` or `N/A`. */
  progress: string;
  /** Why it does not go on, if so. */
  problem?: string;
  /** Milliseconds after which there is more to tell. */
  lookAgainMs?: number;
}

/** How often the progress is told; a clone is over before anybody asks. */
const IMPORT_UPDATES = 5;
const CLONE_UPDATES = 1;

/** How far a disk is filled. It follows from the time since it began, so nothing has to be remembered. */
export function diskProgress(situation: DiskSituation): DiskProgress {
  const { disk, faults, pace, now } = situation;
  if (disk.status?.phase === 'Succeeded') return { phase: 'Succeeded', progress: '100.0%' };
  if (faults.has('ImportFailure')) {
    return {
      phase: 'Failed',
      progress: 'N/A',
      problem: 'Unable to process data: the source cannot be read (simulated)',
    };
  }
  if (faults.has('ImportRetries')) {
    return {
      phase: 'ImportInProgress',
      progress: 'N/A',
      problem: 'Unable to connect to the source (simulated)',
    };
  }
  const isClone = disk.spec.sourceRef !== undefined;
  const began = isClone ? cloneBegan(situation) : disk.metadata.creationTimestamp;
  if (began === undefined)
    return { phase: 'Pending', progress: 'N/A', problem: 'The source is not ready yet' };
  const lastsMs = isClone ? pace.clone : pace.import;
  const leftMs = remaining(began, lastsMs, now);
  if (leftMs === 0) return { phase: 'Succeeded', progress: '100.0%' };
  return isClone
    ? { phase: 'CloneInProgress', ...part(lastsMs, leftMs, CLONE_UPDATES) }
    : { phase: 'ImportInProgress', ...part(lastsMs, leftMs, IMPORT_UPDATES) };
}

/** How much is done, in steps of which there are `updates`, and when the next one is. */
function part(lastsMs: number, leftMs: number, updates: number): { progress: string; lookAgainMs: number } {
  const step = lastsMs / updates;
  const done = Math.max(0, Math.floor((lastsMs - leftMs) / step) / updates);
  return { progress: `${(done * 100).toFixed(1)}%`, lookAgainMs: leftMs % step || step };
}

/** A clone begins when both it and its source are there; undefined before that. */
function cloneBegan({ disk, source }: DiskSituation): string | undefined {
  const ready = source?.status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'True') return undefined;
  const { creationTimestamp = '' } = disk.metadata;
  const { lastTransitionTime = '' } = ready;
  return creationTimestamp > lastTransitionTime ? creationTimestamp : lastTransitionTime;
}

export function diskConditions({ phase, problem = '' }: DiskProgress): ConditionChange[] {
  const isDone = phase === 'Succeeded';
  const isUnderWay = phase.endsWith('InProgress');
  return [
    { type: 'Ready', status: truth(isDone), reason: isDone ? '' : phase, message: problem },
    { type: 'Bound', status: truth(isDone || isUnderWay), reason: '', message: '' },
    {
      type: 'Running',
      status: truth(isUnderWay && problem === ''),
      reason: runningReason(phase, problem),
      message: problem,
    },
  ];
}

/** CDI calls it an error also when it will try again. */
function runningReason(phase: string, problem: string): string {
  if (phase === 'Succeeded') return 'Completed';
  const isTried = phase === 'Failed' || phase.endsWith('InProgress');
  return isTried && problem !== '' ? 'Error' : '';
}

function truth(is: boolean): 'True' | 'False' {
  return is ? 'True' : 'False';
}
