import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '@gpulease/kube';

/** pino's lowest level that counts as an error. */
const errorLevel = 50;
/** Time in which the firewall may not know a new pod yet and drops its packets. */
const firewallMs = 60_000;
const longestLine = 300;

/** A log line of GPULease's programs; the level is pino's number or its name. */
interface Entry {
  level?: number | string;
  time?: string;
  msg?: string;
  err?: { code?: string; message?: string };
}

/** Returns the unexplained errors in the logs of pods, which kubelet stores in `folder`. */
export function errorsIn(folder: string, pods: readonly Pod[]): string[] {
  return pods.flatMap((pod) =>
    linesOf(folder, pod)
      .filter((line) => isUnexplained(line, pod.status?.startTime))
      .map((line) => `${pod.metadata.name}: ${line.slice(0, longestLine)}`),
  );
}

/** Returns the output of a pod, which kubelet stores in `folder`. Throws if there is none. */
export function linesOf(folder: string, { metadata }: Pod): string[] {
  const logs = join(folder, `${metadata.namespace ?? ''}_${metadata.name}_${metadata.uid ?? ''}`);
  if (!existsSync(logs)) throw new Error(`There are no logs of ${metadata.name} in ${folder}`);
  return globSync('*/*.log', { cwd: logs })
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').trim().split('\n'))
    .map(messageOf);
}

/** Returns the message of a line in containerd's format: time, stream, whether it is complete, and the message. */
function messageOf(line: string): string {
  return line.split(' ').slice(3).join(' ');
}

/**
 * Returns whether a line is an unexpected error: any except a failed connection in a pod's first minute. A line that is not
 * JSON comes from a program that failed before it could log.
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
