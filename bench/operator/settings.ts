/** How much is measured; each can be set by an environment variable of the name in capitals. */
export interface Settings {
  /** Ordered at once. */
  workloads: number;
  /** There before the last ones are added, in the small and in the large case. */
  few: number;
  many: number;
  /** Added one after another, in both cases. */
  added: number;
  idleSeconds: number;
  /** Not 0: instead of all this, what so many workloads that run cost, on so many hosts and SKUs while so many wait. */
  size: number;
  hosts: number;
  skus: number;
  waiting: number;
  /** How often each subject is started there, in turn. */
  rounds: number;
  /** Which programs are measured, in this order. */
  subjects: string[];
}

const defaults = {
  WORKLOADS: 1000,
  FEW: 100,
  MANY: 5000,
  ADDED: 20,
  IDLE_SECONDS: 60,
  SIZE: 0,
  HOSTS: 500,
  SKUS: 50,
  WAITING: 200,
  ROUNDS: 3,
};

/** Throws with the variable's name when one is not a number. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = (name: keyof typeof defaults): number => {
    const value = Number(env[name] ?? defaults[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a number, not ${env[name]}.`);
    return value;
  };
  return {
    workloads: read('WORKLOADS'),
    few: read('FEW'),
    many: read('MANY'),
    added: read('ADDED'),
    idleSeconds: read('IDLE_SECONDS'),
    size: read('SIZE'),
    hosts: read('HOSTS'),
    skus: read('SKUS'),
    waiting: read('WAITING'),
    rounds: read('ROUNDS'),
    subjects: (env.SUBJECTS ?? 'ours,peer').split(','),
  };
}
