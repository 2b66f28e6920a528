import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beyond } from '../node/machine.ts';

const run = promisify(execFile);
const attempt = join(import.meta.dirname, 'attempt.ts');

/** Destination of a packet, by TCP unless stated. */
export interface Target {
  address: string;
  port: number;
  protocol?: 'TCP' | 'UDP';
}

export type Outcome = 'answers' | 'refuses' | 'is silent';

/** Returns the outcomes of packets from the network namespace of a process. */
export function tryFrom(pid: number, targets: readonly Target[]): Promise<Outcome[]> {
  return send(['nsenter', `--net=/proc/${pid}/ns/net`], targets);
}

/** Returns the outcomes of packets from outside the node. */
export function tryFromBeyond(targets: readonly Target[]): Promise<Outcome[]> {
  return send(['ip', 'netns', 'exec', beyond.namespace], targets);
}

/** Returns the outcomes of packets from the node itself, such as kubelet's probes. */
export function tryFromNode(targets: readonly Target[]): Promise<Outcome[]> {
  return send(['env'], targets);
}

async function send(
  [program = '', ...args]: readonly string[],
  targets: readonly Target[],
): Promise<Outcome[]> {
  const { stdout } = await run(program, [...args, process.execPath, attempt, JSON.stringify(targets)]);
  return JSON.parse(stdout) as Outcome[];
}
