import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, labels, regions } from '@gpulease/crds';
import { findCondition, nodes } from '@gpulease/kube';
import { eventually } from '@gpulease/kube/testing';
import { catalogue } from '../testing/catalogue.ts';
import { Harness } from '../testing/harness.ts';

const TIMEOUT = 180_000;

describe('two ComputeNodes for one Node', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await Harness.start();
    harness.startOperator();
  }, TIMEOUT);
  afterAll(() => harness.stop(), TIMEOUT);

  const untilReady = (name: string, ready: object) =>
    eventually(async () => {
      const { status } = await harness.cluster.resource(computeNodes).get({ name });
      expect(findCondition(status?.conditions, 'Ready')).toMatchObject(ready);
    });
  const untilOneIsSold = () =>
    eventually(async () => {
      const { status } = await harness.cluster.resource(regions).get({ name: 'east' });
      expect(status).toMatchObject({ nodes: { total: 2, ready: 1 }, gpus: { total: 4, free: 4 } });
    });

  it(
    'sell what it has once, and the second takes it over when the first is gone',
    async () => {
      const { kind, apiVersion, spec } = catalogue.find((object) => object.kind === 'ComputeNode') ?? {};
      await untilReady('gpu-1', { status: 'True' });
      const twin = { apiVersion, kind, metadata: { name: 'a-twin' }, spec: { ...spec, nodeName: 'gpu-1' } };
      await harness.controlPlane.kubectl(['create', '--filename=-'], JSON.stringify(twin));
      await untilReady('a-twin', {
        status: 'False',
        reason: 'Taken',
        message:
          'ComputeNode gpu-1 stands for Node gpu-1 already; delete one of the two, or name another Node in spec.nodeName.',
      });
      await untilOneIsSold();
      await untilReady('gpu-1', { status: 'True' });
      const marked = await harness.cluster.resource(nodes).get({ name: 'gpu-1' });
      expect(marked.metadata.labels?.[labels.computeNode]).toBe('gpu-1');

      await harness.cluster.resource(computeNodes).delete({ name: 'gpu-1' });
      await untilReady('a-twin', { status: 'True' });
      await eventually(async () => {
        const node = await harness.cluster.resource(nodes).get({ name: 'gpu-1' });
        expect(node.metadata.labels?.[labels.computeNode]).toBe('a-twin');
      });
    },
    TIMEOUT,
  );
});
