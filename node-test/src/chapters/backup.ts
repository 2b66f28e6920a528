/** The backup CronJob makes a backup in a pod, and operators see it. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Pod } from '@gpulease/kube';
import type { Platform } from '@gpulease/contract/platform';
import { done, type RestSession } from '@gpulease/local/rest';
import { kubectl, type Cluster } from '../../../local/src/demo/kubectl.ts';
import { linesOf } from '../cluster/logs.ts';
import { describePods, list, podsOf, systemNamespace } from '../cluster/pods.ts';
import { programUser } from '../promises/pods.ts';
import { until } from '../until.ts';
import { signInAdmin } from './order.ts';
import type { Scene } from './scene.ts';

const job = 'first-backup';
const system = `--namespace=${systemNamespace}`;
const opsPort = 8081;

export async function backupChapter(scene: Scene): Promise<void> {
  const { report, cluster, places } = scene;
  report.chapter('A backup');
  const isMade = await report.holds(
    'a Job of the CronJob ends well, in a namespace of Pod Security level restricted',
    () => makeBackup(scene),
  );
  if (!isMade) return;
  await report.holds('it says that it has read the backup back', () => readBack(scene));
  await report.holds('database and custom resources lie in the volume, for its user alone', () =>
    wholeBackup(places.backup),
  );
  await report.holds('the page Platform and the metrics of billing know when it was taken', async () => {
    const { takenAt } = manifestIn(places.backup);
    const admin = await signInAdmin(scene);
    await until(async () => {
      await shownOnPlatform(admin, takenAt);
      await exported(cluster, takenAt);
    });
  });
}

/** Makes the first backup as described in docs/operating/backup-and-restore.md. */
async function makeBackup({ cluster, places }: Scene): Promise<void> {
  await kubectl(cluster, ['create', 'job', system, '--from=cronjob/gpulease-backup', job]);
  const end = ['wait', system, '--for=condition=Complete', '--timeout=3m', `job/${job}`];
  await kubectl(cluster, end).catch(async (error: unknown) => {
    const printed = await printedBy(cluster, places.podLogs);
    throw new Error([String(error), ...printed].join('\n'));
  });
}

async function readBack({ cluster, places }: Scene): Promise<void> {
  const printed = await printedBy(cluster, places.podLogs);
  if (!printed.some((line) => /^The backup of \S+ was verified by reading it back\.$/.test(line)))
    throw new Error(printed.join('\n'));
}

/** Returns the output of the Job's pods: several if the firewall did not know the first one yet. */
async function printedBy(cluster: Cluster, podLogs: string): Promise<string[]> {
  const pods = await list<Pod>(cluster, 'pods', system, `--selector=batch.kubernetes.io/job-name=${job}`);
  const hasStarted = ({ status }: Pod) => status?.phase !== 'Pending';
  return pods.flatMap((pod) => [describePods([pod]), ...(hasStarted(pod) ? linesOf(podLogs, pod) : [])]);
}

interface BackupManifest {
  takenAt: string;
  database?: { tables: object[] };
  cluster?: { kinds: object[] };
}

function manifestIn(folder: string): BackupManifest {
  return JSON.parse(readFileSync(join(backupIn(folder), 'manifest.json'), 'utf8')) as BackupManifest;
}

/** Returns the only backup. Throws unless there is exactly one. */
function backupIn(folder: string): string {
  const names = readdirSync(folder);
  if (names.length !== 1) throw new Error(`There is not one backup in ${folder}: ${names.join(', ')}`);
  return join(folder, names[0] ?? '');
}

function wholeBackup(folder: string): void {
  const { database, cluster } = manifestIn(folder);
  if (!database?.tables.length || !cluster?.kinds.length) throw new Error('The manifest lacks one of them');
  const { uid, mode } = statSync(backupIn(folder));
  if (uid !== programUser || (mode & 0o077) !== 0)
    throw new Error(`It is of user ${uid}, with mode ${(mode & 0o777).toString(8)}`);
}

async function shownOnPlatform(admin: RestSession, takenAt: string): Promise<void> {
  const { checks } = done(await admin.get<Platform>('/admin/platform'));
  const shown = checks.find(({ name }) => name === 'BACKUP');
  if (shown?.finding !== 'BACKED_UP' || shown.parameters.at !== takenAt)
    throw new Error(`The page shows ${JSON.stringify(shown)}, taken at ${takenAt}`);
}

/** Throws unless a billing pod, which is reachable from the node, exports the time of the backup. */
async function exported(cluster: Cluster, takenAt: string): Promise<void> {
  const [worker] = await podsOf(cluster, ['worker']);
  const response = await fetch(`http://${worker?.status?.podIP ?? ''}:${opsPort}/metrics`);
  const metric = /^gpulease_backup_last_success_timestamp_seconds\S* (\S+)$/m;
  const [, seconds] = metric.exec(await response.text()) ?? [];
  if (Math.round(Number(seconds) * 1_000) !== Date.parse(takenAt))
    throw new Error(`Billing exports ${seconds ?? 'nothing'}, taken at ${takenAt}`);
}
