import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { regions, type Region } from '@gpulease/crds';
import { ingresses, namespaces, services, type ObjectRef } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { Harness, NAMESPACE, machineRef } from '../../testing/harness.ts';

const TIMEOUT = 600_000;

describe('the address and ports of a machine', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  async function hostsServed(): Promise<string[]> {
    const { items } = await harness.cluster.resource(ingresses).list({ namespace: NAMESPACE });
    return items.flatMap(({ spec }) => spec?.rules?.[0]?.host ?? []);
  }

  const expose = (exposure: { type: Region['spec']['exposure']['type']; addresses: string[] | null }) =>
    harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { exposure } });

  /** Creates a foreign Service and returns its public port. */
  async function takePort(name: string): Promise<number> {
    const { spec } = await harness.cluster.resource(services).create({
      metadata: { name, namespace: 'default' },
      spec: { type: 'NodePort', ports: [{ port: 80 }] },
    });
    return spec?.ports?.[0]?.nodePort ?? 0;
  }

  it(
    'gives a host that two workloads want at once to one of them, and to the other once it is free',
    async () => {
      const http = { host: 'train.east.example', targetPort: 8080 };
      const both = await Promise.all([harness.ordered({ http }), harness.ordered({ http })]);
      const served = () => both.map(async (one) => (await harness.get(one)).status);
      await eventually(async () => {
        const statuses = await Promise.all(served());
        expect(statuses.map((status) => status?.url).sort()).toEqual([
          'http://train.east.example',
          undefined,
        ]);
        expect(statuses.map((status) => status?.reason).sort()).toEqual(['HostTaken', 'Running']);
      });
      expect(await hostsServed()).toEqual([http.host]);
      const [winner, other] =
        (await harness.get(both[0])).status?.url === undefined ? both.toReversed() : both;
      await harness.destroy(winner!);
      await harness.untilSays(other!, {
        phase: 'Running',
        url: 'http://train.east.example',
        reason: 'Running',
      });
      expect(await hostsServed()).toEqual([http.host]);
      await harness.destroy(other!);
    },
    TIMEOUT,
  );

  it(
    'refuses a host outside the domain of the region, and removes the host of a running machine that changes to one',
    async () => {
      const workload = await harness.ordered({ http: { host: 'portal.example', targetPort: 80 } });
      await harness.untilSays(workload, { phase: 'Pending', reason: 'HostNotInRegion' });
      await harness.change(workload, { http: { host: 'web.east.example' } });
      await harness.untilSays(workload, { phase: 'Running', url: 'http://web.east.example' });
      await harness.change(workload, { http: { host: 'portal.example' } });
      const refused = await harness.untilSays(workload, { phase: 'Running', reason: 'HostNotInRegion' });
      expect(refused.status?.url).toBeUndefined();
      expect(await hostsServed()).toEqual([]);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'refuses a port that another Service has, and uses it once it is free',
    async () => {
      const sshPort = await takePort('first');
      const workload = await harness.ordered({ placement: { sshPort } });
      await harness.untilSays(workload, { phase: 'Pending', reason: 'PortTaken' });
      await harness.cluster.resource(services).delete({ name: 'first', namespace: 'default' });
      await harness.untilSays(workload, { phase: 'Running', sshPort });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'keeps the port and the place of a running machine if its new port is taken, and reports that',
    async () => {
      const workload = await harness.running();
      const { sshPort, placed } = workload.status ?? {};
      await harness.change(workload, { placement: { sshPort: await takePort('second') } });
      await harness.untilSays(workload, { phase: 'Running', reason: 'PortTaken', sshPort, placed });
      // If it had lost its place, all four GPUs of the node would be free.
      const greedy = await harness.ordered({ skuQuantity: 4, rootDiskSize: '400Gi' });
      await harness.untilSays(greedy, { phase: 'Pending', reason: 'QuotaExceeded' });
      await harness.change(workload, { placement: null });
      await harness.untilSays(workload, { phase: 'Running', reason: 'Running', sshPort });
      await harness.destroy(greedy);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it.each([
    ['deleted', (ref: ObjectRef) => harness.cluster.resource(services).delete(ref)],
    [
      'closed',
      (ref: ObjectRef) => harness.cluster.resource(services).mergePatch(ref, { spec: { type: 'ClusterIP' } }),
    ],
  ])(
    'keeps the ports of a machine whose Service was %s',
    async (_, spoil) => {
      const ports = [{ name: 'web', protocol: 'TCP' as const, port: 80, targetPort: 8080 }];
      const workload = await harness.running({ ports });
      const ref = machineRef(workload);
      const outside = async () =>
        (await harness.cluster.resource(services).find(ref))?.spec?.ports?.map(({ nodePort }) => nodePort);
      const before = await outside();
      expect(before?.every((port) => port !== undefined)).toBe(true);
      await spoil(ref);
      await eventually(async () => expect(await outside()).toEqual(before));
      const { sshPort, endpoints } = workload.status ?? {};
      await harness.untilSays(workload, { sshPort, endpoints });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'refuses a host that a foreign Ingress serves, until that is deleted',
    async () => {
      const host = 'portal.east.example';
      const foreign = harness.cluster.resource(ingresses);
      const backend = { service: { name: 'portal', port: { number: 80 } } };
      const { metadata } = await foreign.create({
        // The label alone does not make it ours.
        metadata: {
          name: 'portal',
          namespace: 'default',
          labels: { 'gpulease.dev/workload': 'portal', 'gpulease.dev/tenant': 'mei' },
        },
        spec: { rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }] },
      });
      const workload = await harness.ordered({ http: { host, targetPort: 80 } });
      await harness.untilSays(workload, { phase: 'Pending', reason: 'HostTaken' });
      expect(await hostsServed()).not.toContain(host);
      await foreign.delete(metadata);
      await harness.untilSays(workload, { phase: 'Running', url: `http://${host}` });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'serves the hosts of running machines over HTTPS as soon as their region does, and over HTTP again (SPEC-3.77)',
    async () => {
      const http = { host: 'secure.east.example', targetPort: 8080 };
      const workload = await harness.running({ http });
      await harness.untilSays(workload, { url: `http://${http.host}` });
      const serve = (scheme: 'HTTP' | 'HTTPS') =>
        harness.cluster.resource(regions).mergePatch({ name: 'east' }, { spec: { http: { scheme } } });
      await serve('HTTPS');
      await harness.untilSays(workload, { phase: 'Running', url: `https://${http.host}` });
      const { items } = await harness.cluster.resource(ingresses).list({ namespace: NAMESPACE });
      expect(items.map(({ spec }) => spec?.tls)).toEqual([[{ hosts: [http.host] }]]);
      await serve('HTTP');
      await harness.untilSays(workload, { phase: 'Running', url: `http://${http.host}` });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'reports that a chosen SSH port is outside the range of the cluster',
    async () => {
      const workload = await harness.ordered({ placement: { sshPort: 22 } });
      const { status } = await harness.untilSays(workload, { phase: 'Pending', reason: 'PortOutOfRange' });
      expect(status?.message).toMatch(/^SSH port 22 is outside the range \d+-\d+; choose one within it\.$/);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'refuses an address that the region does not have',
    async () => {
      const workload = await harness.ordered({ placement: { address: '198.51.100.1' } });
      await harness.untilSays(workload, { phase: 'Pending', reason: 'AddressNotInRegion' });
      await harness.change(workload, { placement: { address: '127.0.0.1' } });
      await harness.untilSays(workload, { phase: 'Running', address: '127.0.0.1' });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'keeps a machine running whose guest does not answer, reports that, and shows its web address once it does (SPEC-3.77)',
    async () => {
      const play = (fault: string | null) => harness.fault(namespaces, { name: NAMESPACE }, fault);
      await play('NoAnswer');
      const workload = await harness.running({ http: { host: 'web.east.example', targetPort: 80 } });
      const silent = await harness.untilSays(workload, { phase: 'Running', reason: 'GuestNotReady' });
      expect(silent.status?.url).toBeUndefined();
      await eventually(async () => expect(await harness.eventsOf(silent, 'Running')).toHaveLength(1));
      expect(await harness.eventsOf(silent, 'GuestNotReady')).toEqual([]);
      expect(silent.status?.conditions).toEqual(
        expect.arrayContaining(
          [
            { type: 'Running', status: 'True' },
            { type: 'Reachable', status: 'False', reason: 'GuestNotReady' },
            { type: 'Ready', status: 'False', reason: 'GuestNotReady' },
          ].map((condition): unknown => expect.objectContaining(condition)),
        ),
      );
      await play(null);
      const url = 'http://web.east.example';
      const reached = await harness.untilSays(workload, { phase: 'Running', reason: 'Running', url });
      expect(reached.status?.runs).toEqual(silent.status?.runs);
      await play('NoAnswer');
      await harness.untilSays(workload, { phase: 'Running', reason: 'GuestNotReady', url });
      await play(null);
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'keeps the address of a running machine if its new one is unavailable, until the region has that',
    async () => {
      const workload = await harness.running();
      await harness.change(workload, { placement: { address: '198.51.100.1' } });
      await harness.untilSays(workload, {
        phase: 'Running',
        reason: 'AddressNotInRegion',
        address: '127.0.0.1',
      });
      await expose({ type: 'NodePort', addresses: ['127.0.0.1', '198.51.100.1'] });
      await harness.untilSays(workload, { phase: 'Running', reason: 'Running', address: '198.51.100.1' });
      await expose({ type: 'NodePort', addresses: ['127.0.0.1'] });
      await harness.untilSays(workload, {
        phase: 'Running',
        reason: 'AddressNotInRegion',
        address: '127.0.0.1',
      });
      await harness.destroy(workload);
    },
    TIMEOUT,
  );

  it(
    'is Ready behind a load balancer only once that has assigned an address, which cannot be chosen',
    async () => {
      await expose({ type: 'LoadBalancer', addresses: null });
      const workload = await harness.running();
      const waiting = await harness.get(workload);
      expect(waiting.status?.address).toBeUndefined();
      expect(waiting.status?.conditions).toContainEqual(
        expect.objectContaining({ type: 'Ready', status: 'False', reason: 'NotExposed' }),
      );
      const balanced = { loadBalancer: { ingress: [{ ip: '192.0.2.10' }] } };
      const service = { namespace: NAMESPACE, name: waiting.status?.virtualMachine ?? '' };
      const { spec } = await harness.cluster.resource(services).get(service);
      expect(spec?.ports?.map(({ nodePort }) => nodePort)).toEqual([undefined]);
      await harness.cluster
        .resource(services)
        .mergePatch(service, { status: balanced }, { subresource: 'status' });
      const reached = await harness.untilSays(workload, { address: '192.0.2.10', sshPort: 22 });
      expect(reached.status?.conditions).toContainEqual(
        expect.objectContaining({ type: 'Ready', status: 'True' }),
      );
      await harness.change(workload, { placement: { address: '127.0.0.1' } });
      await harness.untilSays(workload, {
        phase: 'Running',
        reason: 'AddressNotInRegion',
        address: '192.0.2.10',
      });
      await harness.destroy(workload);
      await expose({ type: 'NodePort', addresses: ['127.0.0.1'] });
    },
    TIMEOUT,
  );
});
