/** Simulates the load of a machine as a function of time alone, so that counters never decrease. Pure. */
import { createHash } from 'node:crypto';
import { Random } from '../../random.ts';

/** Utilization between 0 and 1 that oscillates around a middle. */
export interface Wave {
  middle: number;
  swing: number;
  periodSeconds: number;
  /** Start within the period, in radians. */
  phase: number;
}

/** Typical load of a rented machine. */
export interface Work {
  cpu: Wave;
  gpu: Wave;
  /** Final fractions in use. */
  memory: number;
  gpuMemory: number;
  disk: number;
}

interface WorkKind extends Omit<Work, 'cpu' | 'gpu'>, Record<'cpu' | 'gpu', Omit<Wave, 'phase'>> {
  name: 'Training' | 'Inference' | 'Idle';
  /** Names that customers give such machines. */
  called?: RegExp;
}

const MINUTE = 60;
const kinds: readonly WorkKind[] = [
  // Busy GPUs, with a dip at each evaluation.
  {
    name: 'Training',
    called: /train|tune/,
    cpu: { middle: 0.35, swing: 0.1, periodSeconds: 10 * MINUTE },
    gpu: { middle: 0.93, swing: 0.06, periodSeconds: 12 * MINUTE },
    memory: 0.55,
    gpuMemory: 0.88,
    disk: 0.64,
  },
  // Load that follows its users' requests.
  {
    name: 'Inference',
    called: /infer/,
    cpu: { middle: 0.2, swing: 0.12, periodSeconds: 45 * MINUTE },
    gpu: { middle: 0.42, swing: 0.3, periodSeconds: 45 * MINUTE },
    memory: 0.4,
    gpuMemory: 0.62,
    disk: 0.38,
  },
  // An unused machine.
  {
    name: 'Idle',
    cpu: { middle: 0.01, swing: 0.008, periodSeconds: 20 * MINUTE },
    gpu: { middle: 0, swing: 0, periodSeconds: 20 * MINUTE },
    memory: 0.08,
    gpuMemory: 0.01,
    disk: 0.12,
  },
];

/** Returns the stable work of the machine with the key `namespace/name`; `asked` names a requested kind. */
export function workOf(key: string, asked?: string): Work {
  const random = new Random(createHash('sha256').update(key).digest().readUInt32BE(0));
  const drawn = random.pick(kinds);
  const named = kinds.find(({ called }) => called?.test(key));
  const { cpu, gpu, memory, gpuMemory, disk } = kinds.find(({ name }) => name === asked) ?? named ?? drawn;
  const phase = random.between(0, 2 * Math.PI);
  return { memory, gpuMemory, disk, cpu: { ...cpu, phase }, gpu: { ...gpu, phase } };
}

/** Returns the utilization between 0 and 1, `seconds` after the machine's start. */
export function useAt(wave: Wave, seconds: number): number {
  return wave.middle + wave.swing * Math.sin(angleAt(wave, seconds));
}

/** Returns the accumulated seconds of full utilization, as a counter shows them. */
export function usedSeconds(wave: Wave, seconds: number): number {
  const { middle, swing, periodSeconds, phase } = wave;
  const swung = Math.cos(phase) - Math.cos(angleAt(wave, seconds));
  return middle * seconds + (swing * periodSeconds * swung) / (2 * Math.PI);
}

function angleAt({ periodSeconds, phase }: Wave, seconds: number): number {
  return (2 * Math.PI * seconds) / periodSeconds + phase;
}

/** Returns the filled fraction of a machine's eventual memory use: programs take a while to load. */
export function filledAt(seconds: number): number {
  return Math.min(seconds / (2 * MINUTE), 1);
}
