import type { ConditionChange } from '@gpulease/kube';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import type { Fault } from '../faults.ts';
import { remaining, type Pace } from '../pace.ts';
import type { ClaimRefusal } from './claim-spec.ts';
import type { ClaimState, MadeClaim } from './claim.ts';

export interface DiskSituation {
  disk: DataVolume;
  /** What a clone is made from; undefined when it does not exist. */
  source: DataSource | undefined;
  claim: ClaimState;
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

/** The interval of progress reports; a clone is over before the first one. */
const IMPORT_UPDATES = 5;
const CLONE_UPDATES = 1;

/** How far a disk is filled. It follows from the time since it began, so nothing has to be remembered until it is. */
export function diskProgress(situation: DiskSituation): DiskProgress {
  const { claim, disk } = situation;
  if ('refused' in claim) return withoutClaim(disk, claim.refused);
  if (claim.isFilled) return done;
  if (!claim.isBound) return { phase: 'Pending', progress: 'N/A' };
  return brokenCopy(situation) ?? copy(situation, claim);
}

const done: DiskProgress = { phase: 'Succeeded', progress: '100.0%' };

/** What a fault that somebody asked for makes of it. */
function brokenCopy({ disk, faults }: DiskSituation): DiskProgress | undefined {
  if (faults.has('ImportFailure')) {
    return {
      phase: 'Failed',
      progress: 'N/A',
      problem: 'Unable to process data: the source cannot be read (simulated)',
    };
  }
  const phase = isClone(disk) ? 'CloneInProgress' : 'ImportInProgress';
  if (faults.has('ImportRetries')) {
    return { phase, progress: 'N/A', problem: 'Unable to connect to the source (simulated)' };
  }
  return faults.has('CopyStuck') ? { phase, progress: '0.0%' } : undefined;
}

function copy(situation: DiskSituation, claim: MadeClaim): DiskProgress {
  const { disk, pace, now } = situation;
  const madeAt = claim.metadata?.creationTimestamp ?? '';
  const began = isClone(disk) ? cloneBegan(situation, madeAt) : madeAt;
  if (began === undefined)
    return { phase: 'Pending', progress: 'N/A', problem: 'The source is not ready yet' };
  const lastsMs = isClone(disk) ? pace.clone : pace.import;
  const leftMs = remaining(began, lastsMs, now);
  if (leftMs === 0) return done;
  return isClone(disk)
    ? { phase: 'CloneInProgress', ...part(lastsMs, leftMs, CLONE_UPDATES) }
    : { phase: 'ImportInProgress', ...part(lastsMs, leftMs, IMPORT_UPDATES) };
}

function isClone({ spec }: DataVolume): boolean {
  return spec.sourceRef !== undefined;
}

/** The phase of a disk for which CDI makes no claim: it stays as it was, unless CDI could not make out the claim or has no quota. */
function withoutClaim({ status }: DataVolume, { reason }: ClaimRefusal): DiskProgress {
  const { phase = '', progress = 'N/A' } = status ?? {};
  if (reason === 'ErrExceededQuota') return { phase: 'Pending', progress: 'N/A' };
  return reason === 'ErrClaimNotValid' ? { phase: '', progress: 'N/A' } : { phase, progress };
}

/** The progress in `updates` steps, and the time of the next step. */
function part(lastsMs: number, leftMs: number, updates: number): { progress: string; lookAgainMs: number } {
  const step = lastsMs / updates;
  const done = Math.max(0, Math.floor((lastsMs - leftMs) / step) / updates);
  return { progress: `${(done * 100).toFixed(1)}%`, lookAgainMs: leftMs % step || step };
}

/** A clone begins when both its claim and its source are there; undefined before that. */
function cloneBegan({ source }: DiskSituation, madeAt: string): string | undefined {
  const ready = source?.status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready?.status !== 'True') return undefined;
  const { lastTransitionTime = '' } = ready;
  return madeAt > lastTransitionTime ? madeAt : lastTransitionTime;
}

/** As CDI 1.66 words them (pkg/controller/datavolume/conditions.go). */
export function diskConditions(
  { metadata: { name } }: DataVolume,
  claim: ClaimState,
  { phase, problem = '' }: DiskProgress,
): ConditionChange[] {
  const isCopied = phase.endsWith('InProgress') && problem === '';
  const reason = isCopied ? 'Pod is running' : runningReason(phase, problem);
  return [
    { type: 'Ready', status: truth(phase === 'Succeeded'), ...readyWords(claim, isCopied) },
    { type: 'Bound', ...boundVerdict(name, claim) },
    { type: 'Running', status: truth(isCopied), reason, message: problem },
  ];
}

function readyWords(claim: ClaimState, isCopied: boolean): Pick<ConditionChange, 'reason' | 'message'> {
  if ('refused' in claim) return claim.refused;
  return { reason: isCopied ? 'TransferRunning' : '', message: '' };
}

function boundVerdict(name: string, claim: ClaimState): Omit<ConditionChange, 'type'> {
  if ('refused' in claim) return { status: 'False', ...claim.refused };
  return claim.isBound
    ? { status: 'True', reason: 'Bound', message: `PVC ${name} Bound` }
    : { status: 'False', reason: 'Pending', message: `PVC ${name} Pending` };
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
