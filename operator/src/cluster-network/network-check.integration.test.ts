import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { regions } from '@gpulease/crds';
import { findCondition, pods } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness } from '../testing/harness.ts';
import { PassingClock } from '../testing/passing-clock.ts';

const MINUTE = 60_000;
const TEN_MINUTES = 10 * MINUTE;

let harness: Harness;
const clock = new PassingClock();
const servers: Server[] = [];
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(async () => {
  await Promise.all(servers.map(close));
  await harness.stop();
});

/** Starts a server that answers, as a pod's port does unless a policy closes it. */
async function listening(): Promise<Server> {
  const server = createServer((_, response) => response.end('ok\n'));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function createPortal(http: Server, ops: Server): Promise<void> {
  const ref = { name: 'portal-1', namespace: 'gpulease-system' };
  const ports = [
    { name: 'http', containerPort: portOf(http) },
    { name: 'ops', containerPort: portOf(ops) },
  ];
  await harness.cluster.resource(pods).create({
    metadata: { ...ref, labels: { 'app.kubernetes.io/component': 'bff' } },
    // No kubelet runs it, so that it keeps the address set below.
    spec: { containers: [{ name: 'bff', image: 'portal', ports }], schedulingGates: [{ name: 'test/held' }] },
  });
  const status = {
    ...{ podIP: '127.0.0.1', podIPs: [{ ip: '127.0.0.1' }] },
    conditions: [{ type: 'Ready', status: 'True' as const }],
  };
  await harness.cluster.resource(pods).mergePatch(ref, { status }, { subresource: 'status' });
}

function untilSaid(wanted: string): Promise<void> {
  return eventually(async () => {
    const { status } = await harness.cluster.resource(regions).get({ name: 'east' });
    const said = findCondition(status?.conditions, 'NetworkPoliciesEnforced');
    expect([said?.status, said?.reason].join(' ')).toBe(wanted);
    expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
  });
}

it('a cluster that does not enforce NetworkPolicies is reported on its regions, which remain ready', async () => {
  const [http, ops] = await Promise.all([listening(), listening()]);
  harness.startOperator(undefined, { clock, checksNetworkPolicies: true });
  await untilSaid('Unknown NetworkPoliciesNotChecked');

  await createPortal(http, ops);
  clock.pass(MINUTE);
  await untilSaid('False NetworkPoliciesNotEnforced');

  await close(ops);
  clock.pass(TEN_MINUTES);
  await untilSaid('True NetworkPoliciesEnforced');

  await close(http);
  clock.pass(TEN_MINUTES);
  await untilSaid('Unknown NetworkPoliciesNotChecked');
});
