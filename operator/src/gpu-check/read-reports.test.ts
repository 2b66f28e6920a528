import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { connect, type Cluster, type Logger } from '@gpulease/kube';
import { ScriptedServer } from '@gpulease/kube/testing';
import { withReports } from './read-reports.ts';
import type { Checked } from './verdict.ts';

let server: ScriptedServer;
let cluster: Cluster;
const warn = jest.fn<Logger['warn']>();

beforeEach(async () => {
  server = await ScriptedServer.start();
  cluster = connect({ kubeconfig: server.writeKubeconfig() });
  warn.mockReset();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await cluster.close();
  server.stop();
});

const id = '0000:17:00.0';
const checked = (verdict: Checked['verdict'], pod?: string): Checked => ({
  ...{ id, verdict, pod, deadline: new Date() },
});
const read = (...all: Checked[]) => withReports({ cluster, logger: { warn } as unknown as Logger }, all);

it('reads the end of the console log only for machines that passed or failed', async () => {
  server.answer = (_, response) => response.end('gpulease-check: {"serial":"1320"}\r\n');
  await expect(read(checked('Passed', 'a'), checked('Unknown', 'b'), checked('Failed'))).resolves.toEqual([
    { id, verdict: 'Passed', report: { serial: '1320' } },
    { id, verdict: 'Unknown' },
    { id, verdict: 'Failed' },
  ]);
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/api/v1/namespaces/gpulease-checks/pods/a/log?container=guest-console-log&tailLines=500&limitBytes=262144',
  ]);
});

it.each([
  ['is forbidden', 403],
  ['is gone', 404],
  ['comes from a kubelet that does not answer', 500],
])('a log that %s does not change the verdict', async (_, code) => {
  server.answer = (_request, response) => response.writeHead(code).end('{"kind":"Status"}');
  await expect(read(checked('Failed', 'a'))).resolves.toEqual([{ id, verdict: 'Failed' }]);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ pod: 'a' }), expect.anything());
});

it('a log that does not arrive is abandoned after three seconds', async () => {
  const waited = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(waited.signal);
  server.answer = () => waited.abort(new Error('time is up'));
  await expect(read(checked('Passed', 'a'))).resolves.toEqual([{ id, verdict: 'Passed' }]);
  expect(timeout).toHaveBeenCalledWith(3000);
});
