import { randomUUID } from 'node:crypto';
import { annotations, SYSTEM_NAMESPACE, tenantNamespace } from '@gpulease/crds';
import { createLogger } from '@gpulease/bff/http/logger';
import { readDunningSchedule } from '@gpulease/bff/dunning/schedule';
import { openScene, type Scene } from '@gpulease/bff/testing/scene';
import { createBillingMetrics } from '@gpulease/bff/worker/metrics';
import { startWorker, type BillingWorker } from '@gpulease/bff/worker/run';
import { systemClock } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { startManager, type Manager } from '@gpulease/operator/manager';
import { createMetrics } from '@gpulease/operator/runtime/metrics';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';

type Line = Readonly<Partial<Record<'msg' | 'key' | 'workload' | 'request_id', string>>>;

/** Collects the log lines of a program. */
function keep() {
  const lines: Line[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(JSON.parse(line) as Line) } };
}
const logs = { portal: keep(), worker: keep(), operator: keep() };

let scene: Scene;
let worker: BillingWorker | undefined;
let operator: Manager | undefined;
beforeAll(async () => {
  scene = await openScene({ log: createLogger('info', logs.portal.destination) });
});
afterAll(async () => {
  await Promise.all([worker?.stop(), operator?.stop()]);
  await scene.stop();
});

/** Forbids writes to the status of Workloads in the namespace, as a cluster owner's policy might. */
async function refuseStatus(namespace: string): Promise<void> {
  const metadata = { name: `no-status-${namespace}` };
  const rule = {
    ...{ apiGroups: ['gpulease.dev'], apiVersions: ['*'] },
    ...{ operations: ['UPDATE'], resources: ['workloads/status'] },
  };
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const items = [
    {
      ...{ apiVersion, kind: 'ValidatingAdmissionPolicy', metadata },
      spec: {
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: `request.namespace != "${namespace}"`, message: 'not here' }],
      },
    },
    {
      ...{ apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata },
      spec: { policyName: metadata.name, validationActions: ['Deny'] },
    },
  ];
  const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  await scene.cluster.controlPlane.kubectl(['apply', '--server-side', '--filename=-'], manifest);
}

function startPrograms(): void {
  const { cluster } = scene.cluster;
  worker = startWorker({
    ...{ cluster, database: scene.portal.database, sweepMs: 200 },
    dunning: readDunningSchedule({}),
    metrics: createBillingMetrics(createMetrics().registry),
    log: createLogger('info', logs.worker.destination),
  });
  operator = startManager({
    ...{ cluster, clock: systemClock, metrics: createMetrics(), identity: randomUUID(), workloadWorkers: 1 },
    logger: pino({ level: 'info' }, logs.operator.destination),
    ...{ spotNoticeMs: 1_000, drainWindowMs: 1_000, nodePorts: { first: 30_000, last: 32_767 } },
    ...{ network: { dnsAddresses: [], clusterRanges: [] }, nodeProblemConditions: [], metricsFrom: [] },
    ...{ metricsUrl: undefined, checksNetworkPolicies: false, onLost: () => undefined },
  });
}

it('an order leaves its request id in the logs of portal, billing and operator, and in the audit log', async () => {
  const { browser, id } = await scene.aRenter('mei');
  const namespace = tenantNamespace(id);
  const workload = `${namespace}/box`;
  await scene.cluster.controlPlane.kubectl(
    ['apply', '--server-side', '--filename=-'],
    JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: SYSTEM_NAMESPACE } }),
  );
  await refuseStatus(namespace);
  await scene.cluster.createWorkload(id, 'by-kubectl');
  await eventually(() =>
    expect(scene.cluster.asOperator(id, 'by-kubectl', { phase: 'Pending' })).rejects.toThrow('not here'),
  );

  const { headers } = await browser.call('createWorkload', {
    body: scene.order(),
    headers: { 'Idempotency-Key': randomUUID() },
  });
  const requestId = headers.get('X-Request-Id') ?? '';
  await eventually(async () => {
    const made = await scene.cluster.get(id, 'box');
    expect(made?.metadata.annotations?.[annotations.requestId]).toBe(requestId);
  });
  startPrograms();

  const named = (lines: readonly Line[]) => lines.filter((line) => line.request_id === requestId);
  await eventually(() => {
    expect(named(logs.worker.lines)).toContainEqual(
      expect.objectContaining({ workload, msg: 'Could not process a workload, will retry' }),
    );
    expect(named(logs.operator.lines)).toContainEqual(
      expect.objectContaining({ key: workload, msg: 'Reconciliation failed, will retry' }),
    );
    const kubectls = [...logs.worker.lines, ...logs.operator.lines].filter((line) =>
      [line.key, line.workload].includes(`${namespace}/by-kubectl`),
    );
    expect(new Set(kubectls.map((line) => line.request_id))).toEqual(new Set([undefined]));
    return Promise.resolve();
  });
  expect(named(logs.portal.lines).map(({ msg }) => msg)).toEqual(['request completed']);
  const other = [...logs.worker.lines, ...logs.operator.lines].filter(
    (line) => line.request_id !== requestId,
  );
  expect(other.filter((line) => [line.key, line.workload].includes(workload))).toEqual([]);

  const admin = await scene.portal.admin();
  const { items } = (await admin.call('listAuditEntries', { query: { search: requestId } })).body;
  expect(items).toMatchObject([{ action: 'CREATE_WORKLOAD', subject: 'mei/box', requestId }]);
});
