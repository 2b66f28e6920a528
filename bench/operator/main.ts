/** `make bench-operator`: compares the operator to a peer on controller-runtime; see README.md. */
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBinaries, type Binaries } from '../../local/src/control-plane/binaries.ts';
import { Supervisor } from '../../local/src/control-plane/supervisor.ts';
import { gpusPerHost } from '../capacity.ts';
import { describeMachine, printComparison, printTable } from '../report.ts';
import { cacheBytesOf } from './cache-bytes.ts';
import { BenchCluster } from './cluster.ts';
import { Measurement, type Result } from './measure.ts';
import { Orders } from './orders.ts';
import { comparisonOf, sizeRowsOf, writeRowsOf } from './rows.ts';
import { readSettings, type Settings } from './settings.ts';
import { SizeRun } from './size.ts';
import { operator, prepareSubjects, type Subject } from './subjects.ts';

interface Options {
  home: string;
  binaries: Binaries;
  settings: Settings;
}

let supervisor: Supervisor | undefined;

async function measure(subject: Subject, { home, binaries, settings }: Options): Promise<Result> {
  const folder = join(home, subject.name);
  mkdirSync(folder);
  supervisor = new Supervisor({ home: folder });
  const { few, workloads, many, added } = settings;
  const room = { machines: workloads + 2 * added, bookings: Math.max(few, many) + gpusPerHost };
  const cluster = await BenchCluster.start(folder, { binaries, room, supervisor });
  try {
    const orders = await Orders.start(cluster);
    const result = await new Measurement({ cluster, orders, subject }).run(settings, console.error);
    if (subject === operator && workloads > 0)
      printTable(describeMachine(), await cacheBytesOf(cluster.admin, 'burst-0'));
    await orders.stop();
    return result;
  } finally {
    await cluster.stop();
  }
}

/** Measures the cost of many workloads, with all subjects in one cluster. */
async function measureSize(
  subjects: readonly Subject[],
  { home, binaries, settings }: Options,
): Promise<void> {
  const folder = join(home, 'size');
  mkdirSync(folder);
  supervisor = new Supervisor({ home: folder });
  const room = { machines: 0, bookings: 0 };
  const cluster = await BenchCluster.start(folder, { binaries, room, supervisor });
  try {
    const orders = await Orders.start(cluster);
    const run = new SizeRun({ cluster, orders, settings });
    const { few, size, rounds } = settings;
    console.error('hosts, SKUs, and the first workload');
    await run.furnish();
    await run.populate(1, few);
    console.error(`beside ${few}`);
    const atFew = await run.measure(subjects, 1);
    console.error(`beside ${size}`);
    await run.addWaiting();
    await run.populate(few + 1, size);
    const atSize = await run.measure(subjects, rounds);
    printComparison(describeMachine(), sizeRowsOf({ [few]: atFew, [size]: atSize }));
    await orders.stop();
  } finally {
    await cluster.stop();
  }
}

const settings = readSettings(process.env);
const home = await mkdtemp(join(tmpdir(), 'gpulease-bench-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void breakOff());

/** Stops the child processes, whose process groups Ctrl-C does not reach. */
async function breakOff(): Promise<void> {
  await supervisor?.stopAll();
  await rm(home, { recursive: true, force: true });
  process.exit(130);
}

try {
  const binaries = await ensureBinaries(console.error);
  const subjects = await prepareSubjects(settings.subjects, home);
  if (settings.size > 0) await measureSize(subjects, { home, binaries, settings });
  else await measureAll(subjects, { home, binaries, settings });
} finally {
  await rm(home, { recursive: true, force: true });
}

async function measureAll(subjects: readonly Subject[], options: Options): Promise<void> {
  const results: Record<string, Result> = {};
  for (const subject of subjects) {
    const result = await measure(subject, options);
    // Prints early, so that results survive a failure of the next subject.
    printComparison(describeMachine(), comparisonOf({ [subject.name]: result }, settings));
    printTable(describeMachine(), writeRowsOf(result, settings));
    results[subject.name] = result;
  }
  if (subjects.length > 1) printComparison(describeMachine(), comparisonOf(results, settings));
}
