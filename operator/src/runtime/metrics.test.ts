import { expect, it } from '@jest/globals';
import { createMetrics } from './metrics.ts';

it("counts requests under client-go's names and labels, so that its dashboards work", async () => {
  const { onRequest, registry } = createMetrics();
  const request = {
    verb: 'get',
    method: 'GET',
    host: '10.0.0.1:6443',
    resource: 'nodes',
    seconds: 0.2,
  } as const;
  onRequest({ ...request, code: 200 });
  onRequest({ ...request, code: 0 });
  const text = await registry.metrics();
  expect(text).toContain('rest_client_requests_total{code="200",method="GET",host="10.0.0.1:6443"} 1');
  expect(text).toContain('rest_client_requests_total{code="<error>",method="GET",host="10.0.0.1:6443"} 1');
  expect(text).toContain('rest_client_request_duration_seconds_count{verb="GET",host="10.0.0.1:6443"} 2');
});

it('exports the build and whether the process leads', async () => {
  const metrics = createMetrics();
  let isLeader = false;
  metrics.leads('gpulease-operator', () => isLeader);
  const leads = 'leader_election_master_status{name="gpulease-operator"}';
  expect(await metrics.registry.metrics()).toContain(`${leads} 0`);
  isLeader = true;
  const text = await metrics.registry.metrics();
  expect(text).toContain(`${leads} 1`);
  expect(text).toMatch(/gpulease_build_info\{version="[\d.]+",node="v24/);
});
