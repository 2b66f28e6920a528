import { wholeNumbers } from '../whole-numbers.ts';

const defaults = {
  /** Workloads of the burst. */
  workloads: 1000,
  /** Existing workloads before the added ones, in the small and the large case. */
  few: 100,
  many: 5000,
  /** Workloads added sequentially, in both cases. */
  added: 20,
  idleSeconds: 60,
  /** If not 0, measures only this many running workloads on the hosts and SKUs below, beside the waiting ones. */
  size: 0,
  hosts: 500,
  skus: 50,
  waiting: 200,
  /** Starts of each subject in that case, in turn. */
  rounds: 3,
};

/** Extent of the measurements, and the measured programs in order. */
export type Settings = typeof defaults & { subjects: string[] };

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return { ...wholeNumbers(env, defaults), subjects: (env.SUBJECTS ?? 'ours,peer').split(',') };
}
