/** The platform checks on a real API server, with the rights that the chart gives the portal. */
import { join } from 'node:path';
import type { PlatformCheckName } from '@gpulease/contract/platform-checks';
import { annotations, OPERATOR_LEASE, serviceAccounts, SYSTEM_NAMESPACE } from '@gpulease/crds';
import { connect, formatMicroTime, leases, type Cluster } from '@gpulease/kube';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { recordBackup, recordRestoreTest } from '../backup/record.ts';
import { HOUR_MS } from '../clock.ts';
import { createDatabase, createPool } from '../database/database.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { createPlatformReader, platformHandlers } from './handlers.ts';
import { keepNoting, noteDone, noteRunning } from './notes.ts';

const chart = join(import.meta.dirname, '../../../../charts/rendered/local.yaml');
const installations = { kubeVirt: { namespace: 'kubevirt', name: 'kubevirt' }, cdi: { name: 'cdi' } };

let controlPlane: OwnControlPlane;
/** The cluster with administrator rights. */
let cluster: Cluster;
let portalsCluster: Cluster;
let portal: TestPortal;
let operator: ApiClient;

beforeAll(async () => {
  controlPlane = await startOwnControlPlane({ kinds: true });
  await controlPlane.kubectl(['apply', '--server-side', `--filename=${chart}`]);
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  const account = await controlPlane.serviceAccountKubeconfig(SYSTEM_NAMESPACE, serviceAccounts.bff);
  portalsCluster = connect({ kubeconfig: account });
  portal = await startTestPortal({
    handlers: (parts) =>
      platformHandlers(
        createPlatformReader({
          ...{ ...parts, cluster: portalsCluster, installations },
          ...{ backupMaxAgeHours: 36, restoreTestMaxAgeHours: 192 },
        }),
      ),
  });
  operator = await portal.admin();
});
afterAll(async () => {
  await portal.stop();
  await Promise.all([cluster.close(), portalsCluster.close()]);
  await controlPlane.stop();
});

/** Returns the finding of each check, followed by its parameters. */
async function found(): Promise<Record<PlatformCheckName, string>> {
  const { body, status } = await operator.call('getPlatform', {});
  expect(status).toBe(200);
  const findings = body.checks.map(({ name, finding, parameters }) => [
    name,
    [finding, ...Object.values(parameters)].join(' '),
  ]);
  return Object.fromEntries(findings) as Record<PlatformCheckName, string>;
}

async function anOperatorLeads(version: string): Promise<void> {
  const now = formatMicroTime(portal.clock.now());
  const metadata = { namespace: SYSTEM_NAMESPACE, name: OPERATOR_LEASE };
  await cluster.resource(leases).create({
    metadata: { ...metadata, annotations: { [annotations.version]: version } },
    spec: { holderIdentity: 'operator-1', acquireTime: now, renewTime: now, leaseDurationSeconds: 12 },
  });
}

/** Creates a Deployment like the chart's, with the status that Kubernetes' controllers would write. */
async function aDeployment(name: string, ready: number): Promise<void> {
  const labels = { app: name };
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: SYSTEM_NAMESPACE, name },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'main', image: 'example.com/image' }] },
      },
    },
  };
  await controlPlane.kubectl(['create', '--filename=-'], JSON.stringify(deployment));
  const status = JSON.stringify({ status: { replicas: 2, readyReplicas: ready } });
  const patch = ['--subresource=status', '--type=merge', `--patch=${status}`];
  await controlPlane.kubectl(['patch', 'deployment', name, `--namespace=${SYSTEM_NAMESPACE}`, ...patch]);
}

it('reports missing and installed components before any program runs', async () => {
  expect(await found()).toMatchObject({
    PORTAL: 'NOT_RUNNING',
    WORKER: 'NOT_RUNNING',
    OPERATOR: 'NO_LEADER',
    PORTAL_REPLICAS: 'NO_DEPLOYMENT',
    SWEEP: 'NEVER_DONE',
    BOOKS: 'NEVER_DONE',
    JOBS: 'JOBS_WAIT 0',
    BACKUP: 'NEVER_DONE',
    RESTORE_TEST: 'NEVER_DONE',
    POSTGRESQL: expect.stringMatching(/^VERSION \d+\.\d/),
    SCHEMA: expect.stringMatching(/^SCHEMA_CURRENT \d{4}-[a-z-]+\.sql$/),
    CONNECTIONS: expect.stringMatching(/^CONNECTIONS_FREE [1-9]\d* 197$/),
    KUBERNETES: expect.stringMatching(/^VERSION v1\.\d+/),
    KUBEVIRT: 'VERSION v1.9.0',
    CDI: 'VERSION v1.66.0',
  });
});

it('reports each program by its heartbeat, and its replicas by its Deployment', async () => {
  const { database, log, config } = portal;
  const stopping = new AbortController();
  const noting = keepNoting({ database, program: 'PORTAL', log, signal: stopping.signal });
  await noteRunning(database, { program: 'WORKER', instance: 'worker-1', version: '0.0.1' });
  await anOperatorLeads('0.0.2');
  await aDeployment('gpulease-bff', 2);
  await aDeployment('gpulease-worker', 1);
  await noteDone(database, 'SWEEP');
  await noteDone(database, 'CHECK_BOOKS', 3);
  const own = (await operator.call('getConfig', {})).body.version;
  const seen = await found();
  expect(seen).toMatchObject({
    PORTAL: `RUNNING ${own} ${own} 1`,
    WORKER: `OTHER_VERSIONS 0.0.1 ${own} 1`,
    OPERATOR: expect.stringMatching(/^LEADS_WITH_OTHER_VERSION operator-1 0\.0\.2 /),
    PORTAL_REPLICAS: 'REPLICAS_READY 2 2',
    WORKER_REPLICAS: 'REPLICAS_MISSING 1 2',
    OPERATOR_REPLICAS: 'NO_DEPLOYMENT',
    SWEEP: expect.stringMatching(/^SWEPT 20/),
    BOOKS: expect.stringMatching(/^BOOKS_NOT_IN_ORDER 20.* 3$/),
  });
  expect(config.installations).toEqual(installations);
  stopping.abort();
  await noting;
  expect((await found()).PORTAL).toBe('NOT_RUNNING');
});

it('reports overdue tasks and silent programs', async () => {
  await noteDone(portal.database, 'CHECK_BOOKS');
  await sql`UPDATE last_done SET done_at = done_at - interval '3 hours'`.execute(portal.database);
  await sql`UPDATE running_program SET seen_at = seen_at - interval '91 seconds'`.execute(portal.database);
  expect(await found()).toMatchObject({
    WORKER: 'NOT_RUNNING',
    SWEEP: expect.stringMatching(/^SWEEP_LATE /),
    BOOKS: expect.stringMatching(/^CHECK_LATE /),
  });
});

it('reports the last recorded backup, and when it is too old', async () => {
  const { ownerUrl, database } = portal;
  await recordBackup(ownerUrl, new Date(Date.now() - 35 * HOUR_MS).toISOString());
  expect((await found()).BACKUP).toMatch(/^BACKED_UP 20/);
  await recordBackup(ownerUrl, new Date(Date.now() - 37 * HOUR_MS).toISOString());
  expect((await found()).BACKUP).toMatch(/^BACKUP_TOO_OLD 20.* 36$/);
  await expect(sql`DELETE FROM last_backup`.execute(database)).rejects.toThrow('permission denied');
});

it('reports the last recorded restore test, and when it is too old', async () => {
  const { ownerUrl, database } = portal;
  await recordRestoreTest(ownerUrl, 94.2);
  expect((await found()).RESTORE_TEST).toMatch(/^RESTORED 20.* 95$/);
  await sql`UPDATE last_restore_test SET ended_at = ended_at - interval '193 hours'`.execute(database);
  expect((await found()).RESTORE_TEST).toMatch(/^RESTORE_TEST_TOO_OLD 20.* 192$/);
  await expect(sql`DELETE FROM last_restore_test`.execute(database)).rejects.toThrow('permission denied');
});

it('reports missing rights of the chart', async () => {
  await controlPlane.kubectl(['delete', 'role', 'gpulease-bff', `--namespace=${SYSTEM_NAMESPACE}`]);
  expect(await found()).toMatchObject({
    OPERATOR: 'CLUSTER_FORBIDS',
    PORTAL_REPLICAS: 'CLUSTER_FORBIDS',
    KUBEVIRT: 'VERSION v1.9.0',
  });
});

it('answers without the API server', async () => {
  await controlPlane.killApiServer();
  expect(await found()).toMatchObject({
    KUBERNETES: 'CLUSTER_SILENT',
    OPERATOR: 'CLUSTER_SILENT',
    CDI: 'CLUSTER_SILENT',
    POSTGRESQL: expect.stringMatching(/^VERSION /),
    JOBS: 'JOBS_WAIT 0',
  });
  await controlPlane.startApiServer();
});

it('answers without the database', async () => {
  const pool = createPool('postgres://nobody@127.0.0.1:1/nothing', 5);
  const read = createPlatformReader({
    ...portal,
    database: createDatabase(pool),
    cluster: portalsCluster,
    installations,
  });
  const checks = await read();
  const findings = Object.fromEntries(checks.map(({ name, finding }) => [name, finding]));
  expect(findings).toMatchObject({ POSTGRESQL: 'DATABASE_SILENT', SWEEP: 'DATABASE_SILENT', CDI: 'VERSION' });
  await pool.end();
});
