/** What a simulated machine does with its resources, as a function of time alone, so that counters never fall. Pure. */
import { createHash } from 'node:crypto';
import { Random } from '../../random.ts';

/** A use between 0 and 1 that swings around a middle. */
export interface Wave {
  middle: number;
  swing: number;
  periodSeconds: number;
  /** Where in its period it begins, in radians. */
  phase: number;
}

/** What a machine is busy with, as people rent machines for. */
export interface Work {
  cpu: Wave;
  gpu: Wave;
  /** The shares that are in use once they have been filled. */
  memory: number;
  gpuMemory: number;
  disk: number;
}

interface WorkKind extends Omit<Work, 'cpu' | 'gpu'>, Record<'cpu' | 'gpu', Omit<Wave, 'phase'>> {
  name: 'Training' | 'Inference' | 'Idle';
  /** What people call machines for it. */
  called?: RegExp;
}

const MINUTE = 60;
const kinds: readonly WorkKind[] = [
  // Full GPUs, with a dip at each evaluation.
  {
    name: 'Training',
    called: /train|tune/,
    cpu: { middle: 0.35, swing: 0.1, periodSeconds: 10 * MINUTE },
    gpu: { middle: 0.93, swing: 0.06, periodSeconds: 12 * MINUTE },
    memory: 0.55,
    gpuMemory: 0.88,
    disk: 0.64,
  },
  // What its users ask for.
  {
    name: 'Inference',
    called: /infer/,
    cpu: { middle: 0.2, swing: 0.12, periodSeconds: 45 * MINUTE },
    gpu: { middle: 0.42, swing: 0.3, periodSeconds: 45 * MINUTE },
    memory: 0.4,
    gpuMemory: 0.62,
    disk: 0.38,
  },
  // Nobody works on it.
  {
    name: 'Idle',
    cpu: { middle: 0.01, swing: 0.008, periodSeconds: 20 * MINUTE },
    gpu: { middle: 0, swing: 0, periodSeconds: 20 * MINUTE },
    memory: 0.08,
    gpuMemory: 0.01,
    disk: 0.12,
  },
];

/** What the machine with this key, `namespace/name`, is busy with, always the same; `asked` is the name of a kind that somebody asks for. */
export function workOf(key: string, asked?: string): Work {
  const random = new Random(createHash('sha256').update(key).digest().readUInt32BE(0));
  const drawn = random.pick(kinds);
  const named = kinds.find(({ called }) => called?.test(key));
  const { cpu, gpu, memory, gpuMemory, disk } = kinds.find(({ name }) => name === asked) ?? named ?? drawn;
  const phase = random.between(0, 2 * Math.PI);
  return { memory, gpuMemory, disk, cpu: { ...cpu, phase }, gpu: { ...gpu, phase } };
}

/** The use at a moment, in seconds since the machine started; between 0 and 1. */
export function useAt(wave: Wave, seconds: number): number {
  return wave.middle + wave.swing * Math.sin(angleAt(wave, seconds));
}

/** The seconds of full use up to a moment: what a counter shows. */
export function usedSeconds(wave: Wave, seconds: number): number {
  const { middle, swing, periodSeconds, phase } = wave;
  const swung = Math.cos(phase) - Math.cos(angleAt(wave, seconds));
  return middle * seconds + (swing * periodSeconds * swung) / (2 * Math.PI);
}

function angleAt({ periodSeconds, phase }: Wave, seconds: number): number {
  return (2 * Math.PI * seconds) / periodSeconds + phase;
}

/** How much of what it will use a machine has filled its memory with: programs need a while to load. */
export function filledAt(seconds: number): number {
  return Math.min(seconds / (2 * MINUTE), 1);
}
