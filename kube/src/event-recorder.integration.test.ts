import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import { connect, type Cluster } from './cluster.ts';
import { configMaps, events } from './core/definitions.ts';
import type { ConfigMap, Event } from './index.ts';
import { createEventRecorder } from './event-recorder.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { RecordingLogger } from './testing/recording-logger.ts';

const controlPlane = useControlPlane();
const clock = new FakeClock('2026-05-01T08:00:00Z');
const by = { controller: 'gpulease.dev/test', instance: 'test-1', clock };
const placed = { type: 'Normal', reason: 'Placed', action: 'Place', note: 'It runs on gpu-1.' } as const;
let cluster: Cluster;
let object: ConfigMap;

beforeAll(async () => {
  cluster = connect({ kubeconfig: controlPlane.kubeconfig });
  const namespace = await controlPlane.uniqueNamespace();
  object = await cluster.resource(configMaps).create({ metadata: { name: 'train', namespace } });
});
afterAll(() => cluster.close());

async function recorded(): Promise<Event[]> {
  return (await cluster.resource(events).list({ namespace: object.metadata.namespace })).items;
}

it('records an occurrence once, and counts repetitions', async () => {
  const recorder = createEventRecorder(cluster, by);
  await recorder.record(object, placed);
  expect(await recorded()).toMatchObject([{ ...placed, eventTime: '2026-05-01T08:00:00.000000Z' }]);
  clock.advance(60_000);
  await Promise.all([recorder.record(object, placed), recorder.record(object, placed)]);
  expect(await recorded()).toMatchObject([
    { ...placed, series: { count: 3, lastObservedTime: '2026-05-01T08:01:00.000000Z' } },
  ]);
});

it('is visible with kubectl', async () => {
  const { name, namespace = '' } = object.metadata;
  const output = await controlPlane.kubectl([
    'events',
    '--for',
    `configmap/${name}`,
    '--namespace',
    namespace,
  ]);
  expect(output).toContain('It runs on gpu-1.');
});

it('never fails: a rejected event is logged', async () => {
  const logger = new RecordingLogger();
  const gone = { ...object, metadata: { ...object.metadata, namespace: 'nowhere' } };
  await createEventRecorder(cluster, { ...by, logger }).record(gone, placed);
  expect(logger.messages('warn')).toEqual(['Could not record an event']);
});
