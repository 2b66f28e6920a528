import { findCondition } from '@gpulease/kube';
import type { ConditionChange } from '@gpulease/kube';
import type { DataSource, DataVolume } from '@gpulease/kube/kubevirt';
import type { Fault } from '../faults.ts';
import { remaining, type Pace } from '../pace.ts';
import type { ClaimRefusal } from './claim-spec.ts';
import type { ClaimState, MadeClaim } from './claim.ts';

export interface DiskSituation {
  disk: DataVolume;
  /** Source of a clone; undefined if it does not exist. */
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
  /** Why it makes no progress, if so. */
  problem?: string;
  /** Milliseconds until the next change. */
  lookAgainMs?: number;
}

/** Number of progress updates; a clone ends with its first one. */
const IMPORT_UPDATES = 5;
const CLONE_UPDATES = 1;

/** Returns the progress of a disk. It is derived from timestamps, so nothing needs to be stored. */
export function diskProgress(situation: DiskSituation): DiskProgress {
  const { claim, disk } = situation;
  if ('refused' in claim) return withoutClaim(disk, claim.refused);
  if (claim.isFilled) return done;
  const { volumeSince } = claim.filling ?? {};
  if (volumeSince === undefined) return withoutVolume(situation, claim);
  return brokenCopy(situation) ?? copy(situation, claim, volumeSince);
}

/** Whether the content is complete, even if the disk's own claim has not received the volume yet. */
export function isCopied({ phase }: DiskProgress): boolean {
  return phase === 'Succeeded' || phase === REBINDING;
}

/** Phase of a clone while its claim receives the filled volume. */
const REBINDING = 'RebindInProgress';

/** With a CSI driver, a clone is in progress once its source is known (populatorPhaseMap, clone-controller-base.go). */
function withoutVolume({ disk, source }: DiskSituation, { isPopulated, filling }: MadeClaim): DiskProgress {
  if (isPopulated !== true || !isClone(disk)) return { phase: 'Pending', progress: 'N/A' };
  const { message } = filling?.refused ?? {};
  if (message !== undefined) return { phase: 'CloneScheduled', progress: 'N/A', problem: message };
  return { phase: source === undefined ? 'Pending' : 'CloneInProgress', progress: 'N/A' };
}

const done: DiskProgress = { phase: 'Succeeded', progress: '100.0%' };

/** Returns the progress under a requested fault, if any. */
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

function copy(situation: DiskSituation, { isPopulated }: MadeClaim, madeAt: string): DiskProgress {
  const { disk, pace, now } = situation;
  const began = isClone(disk) ? cloneBegan(situation, madeAt) : madeAt;
  if (began === undefined)
    return { phase: 'Pending', progress: 'N/A', problem: 'The source is not ready yet' };
  const lastsMs = isClone(disk) ? pace.clone : pace.import;
  const leftMs = remaining(began, lastsMs, now);
  if (leftMs === 0) return isPopulated === true && isClone(disk) ? { ...done, phase: REBINDING } : done;
  return isClone(disk)
    ? { phase: 'CloneInProgress', ...part(lastsMs, leftMs, CLONE_UPDATES) }
    : { phase: 'ImportInProgress', ...part(lastsMs, leftMs, IMPORT_UPDATES) };
}

function isClone({ spec }: DataVolume): boolean {
  return spec.sourceRef !== undefined;
}

/** Returns the progress of a disk without a claim: unchanged, unless CDI rejected its spec or lacked quota. */
function withoutClaim({ status }: DataVolume, { reason }: ClaimRefusal): DiskProgress {
  const { phase = '', progress = 'N/A' } = status ?? {};
  if (reason === 'ErrExceededQuota') return { phase: 'Pending', progress: 'N/A' };
  return reason === 'ErrClaimNotValid' ? { phase: '', progress: 'N/A' } : { phase, progress };
}

/** Returns the progress in `updates` steps, and the milliseconds until the next step. */
function part(lastsMs: number, leftMs: number, updates: number): { progress: string; lookAgainMs: number } {
  const step = lastsMs / updates;
  const done = Math.max(0, Math.floor((lastsMs - leftMs) / step) / updates);
  return { progress: `${(done * 100).toFixed(1)}%`, lookAgainMs: leftMs % step || step };
}

/** Returns when a clone began, once both its claim and its source exist; undefined before that. */
function cloneBegan({ source }: DiskSituation, madeAt: string): string | undefined {
  const ready = findCondition(source?.status?.conditions, 'Ready');
  if (ready?.status !== 'True') return undefined;
  const { lastTransitionTime = '' } = ready;
  return madeAt > lastTransitionTime ? madeAt : lastTransitionTime;
}

/** Returns a disk's conditions as CDI 1.66 words them (pkg/controller/datavolume/conditions.go). */
export function diskConditions(
  { metadata: { name } }: DataVolume,
  claim: ClaimState,
  { phase, problem = '' }: DiskProgress,
): ConditionChange[] {
  const isRunning = phase.endsWith('InProgress') && problem === '';
  const hasPod = phase !== REBINDING && !('refused' in claim) && claim.filling?.volumeSince !== undefined;
  const running = hasPod ? 'Pod is running' : 'Populator is running';
  const reason = isRunning ? running : stoppedReason(phase, problem);
  return [
    { type: 'Ready', status: truth(phase === 'Succeeded'), ...readyWords(claim, isRunning) },
    { type: 'Bound', ...boundVerdict(name, claim) },
    { type: 'Running', status: truth(isRunning), reason, message: problem },
  ];
}

function readyWords(claim: ClaimState, isRunning: boolean): Pick<ConditionChange, 'reason' | 'message'> {
  if ('refused' in claim) return claim.refused;
  return { reason: isRunning ? 'TransferRunning' : '', message: '' };
}

function boundVerdict(name: string, claim: ClaimState): Omit<ConditionChange, 'type'> {
  if ('refused' in claim) return { status: 'False', ...claim.refused };
  return claim.isBound
    ? { status: 'True', reason: 'Bound', message: `PVC ${name} Bound` }
    : { status: 'False', reason: 'Pending', message: `PVC ${name} Pending` };
}

/** CDI reports an error even if it will retry. */
function stoppedReason(phase: string, problem: string): string {
  if (phase === 'Succeeded') return 'Completed';
  const isTried = phase === 'Failed' || phase === 'CloneScheduled' || phase.endsWith('InProgress');
  return isTried && problem !== '' ? 'Error' : '';
}

function truth(is: boolean): 'True' | 'False' {
  return is ? 'True' : 'False';
}
