import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '@gpulease/kube';

/** From which of pino's numbers on something is wrong. */
const errorLevel = 50;
/** The firewall lets a new pod to others only when it has heard of it. */
const firewallMs = 60_000;
const longestLine = 300;

/** What our programs log: pino's numbers for levels, or their names. */
interface Entry {
  level?: number | string;
  time?: string;
  msg?: string;
  err?: { code?: string; message?: string };
}

/** What pods have logged as errors and worse without a reason that is known, as kubelet keeps it in `folder`. */
export function errorsIn(folder: string, pods: readonly Pod[]): string[] {
  return pods.flatMap((pod) =>
    linesOf(folder, pod)
      .filter((line) => isUnexplained(line, pod.status?.startTime))
      .map((line) => `${pod.metadata.name}: ${line.slice(0, longestLine)}`),
  );
}

/** What a pod has printed, as kubelet keeps it in `folder`. */
export function linesOf(folder: string, { metadata }: Pod): string[] {
  const logs = join(folder, `${metadata.namespace ?? ''}_${metadata.name}_${metadata.uid ?? ''}`);
  if (!existsSync(logs)) throw new Error(`There are no logs of ${metadata.name} in ${folder}`);
  return globSync('*/*.log', { cwd: logs })
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').trim().split('\n'))
    .map(messageOf);
}

/** A line as containerd writes it: time, stream, whether it is whole, and what was printed. */
function messageOf(line: string): string {
  return line.split(' ').slice(3).join(' ');
}

/**
 * Whether a line tells of an error that should not be: any but that nobody was reached in the first minute of a pod. What is no
 * JSON is of a program that could not even print that.
 */
export function isUnexplained(line: string, podStartedAt: string | undefined): boolean {
  if (line === '') return false;
  const entry = parse(line);
  if (entry === undefined) return true;
  return isError(entry) && !isOfNewPod(entry, podStartedAt);
}

function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}

function isError({ level }: Entry): boolean {
  return typeof level === 'number' ? level >= errorLevel : /^(error|fatal)$/i.test(level ?? '');
}

function isOfNewPod({ err, time }: Entry, podStartedAt: string | undefined): boolean {
  if (podStartedAt === undefined || time === undefined) return false;
  const isUnreached = /ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH/.test(err?.message ?? '');
  return isUnreached && Date.parse(time) - Date.parse(podStartedAt) < firewallMs;
}
