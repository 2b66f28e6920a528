import { wholeNumbers } from '../whole-numbers.ts';

const defaults = {
  /** Ordered at once. */
  workloads: 1000,
  /** There before the last ones are added, in the small and in the large case. */
  few: 100,
  many: 5000,
  /** Added one after another, in both cases. */
  added: 20,
  idleSeconds: 60,
  /** Not 0: instead of all this, what so many workloads that run cost, on so many hosts and SKUs while so many wait. */
  size: 0,
  hosts: 500,
  skus: 50,
  waiting: 200,
  /** How often each subject is started there, in turn. */
  rounds: 3,
};

/** How much is measured, and which programs, in this order. */
export type Settings = typeof defaults & { subjects: string[] };

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return { ...wholeNumbers(env, defaults), subjects: (env.SUBJECTS ?? 'ours,peer').split(',') };
}
