import { expect, it } from '@jest/globals';
import type { Node, Pod } from '@gpulease/kube';
import { checkConsole } from './check-console.ts';

const node = (broken = '') =>
  ({
    metadata: { name: 'gpu-1', annotations: { 'simulation.gpulease.dev/broken-gpus': broken } },
  }) as unknown as Node;
const pod = (...ids: string[]) => {
  const allocatedResourcesStatus = [{ name: 'a', resources: ids.map((resourceID) => ({ resourceID })) }];
  return {
    metadata: { labels: { 'gpulease.dev/check': 'gpu-1' } },
    status: { containerStatuses: [{ name: 'compute', allocatedResourcesStatus }] },
  } as unknown as Pod;
};
const reportIn = (console: string): unknown =>
  JSON.parse(/gpulease-check: (.*)\r\n/.exec(console)?.[1] ?? 'null');
const identity = {
  uuid: expect.stringMatching(/^GPU-[-0-9a-f]{36}$/),
  serial: expect.stringMatching(/^\d{13}$/),
};

it('a guest without a GPU has nothing to report', () => {
  expect(reportIn(checkConsole(pod(), node()))).toBeNull();
});

it('a guest reports a stable identity of its GPU', () => {
  const report = reportIn(checkConsole(pod('0000:17:00.0'), node()));
  expect(report).toEqual(identity);
  expect(reportIn(checkConsole(pod('0000:17:00.0'), node()))).toEqual(report);
  expect(reportIn(checkConsole(pod('0000:1a:00.0'), node()))).not.toEqual(report);
});

it('a guest reports the fault of its GPU', () => {
  const report = reportIn(checkConsole(pod('0000:17:00.0'), node('0000:17:00.0')));
  expect(report).toEqual({ ...identity, message: expect.stringContaining('ECC errors') });
});
