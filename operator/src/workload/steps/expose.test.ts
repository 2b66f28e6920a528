import { expect, it } from '@jest/globals';
import { ApiError, type Service } from '@gpulease/kube';
import { aScope, aWorkload } from '../../testing/scope.ts';
import type { WorkloadContext } from '../context.ts';
import { expose } from './expose.ts';

const answer = { node: 'gpu-1', awaitsSpot: false };
const former = { sshPort: 30_022, phase: 'Running' } as const;

/** An API server that refuses this many Services before it accepts one; `asked` lists the requested sign-in ports. */
function refusing(times: number) {
  const asked: (number | undefined)[] = [];
  const ensure = (_: unknown, service: Service) => {
    asked.push(service.spec?.ports?.[0]?.nodePort);
    const message = 'spec.ports[0].nodePort: Invalid value: 30022: provided port is already allocated';
    if (asked.length <= times) throw new ApiError({ code: 422, reason: 'Invalid', message });
    return Promise.resolve(service);
  };
  const children = { services: { ensure, remove: () => undefined }, ingresses: { remove: () => undefined } };
  return { asked, context: { children } as unknown as WorkloadContext };
}

it('retries the port of a deleted Service, which the API server frees a moment later', async () => {
  const { asked, context } = refusing(2);
  const { failures } = await expose(aScope(aWorkload({}, former), { answer }), context);
  expect(failures).toEqual([]);
  expect(asked).toEqual([30_022, 30_022, 30_022]);
});

it('uses another port if the former one is taken', async () => {
  const { asked, context } = refusing(8);
  const { failures } = await expose(aScope(aWorkload({}, former), { answer }), context);
  expect(failures).toEqual([]);
  expect(asked.at(-1)).toBeUndefined();
});

it('does not retry a port that the machine never had', async () => {
  const { asked, context } = refusing(1);
  const workload = aWorkload({ placement: { sshPort: 30_022 } }, { phase: 'Starting' });
  const { failures } = await expose(aScope(workload, { answer }), context);
  expect(failures).toEqual([]);
  expect(asked).toEqual([30_022, 30_022]);
});
