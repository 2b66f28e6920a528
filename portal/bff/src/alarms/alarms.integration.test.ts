/** Alarms from observation to delivery, with a real PostgreSQL and over HTTP. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@gpulease/kube/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { jobHandlers } from '../jobs/handlers.ts';
import { runOutbox, type Outbox } from '../jobs/runner.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { healthyState } from '../testing/healthy-state.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';
import { alarmChannels, alarmHandler } from './deliver.ts';
import { alarmHandlers } from './handlers.ts';
import { readNeeds } from './needs.ts';
import type { PlatformState } from './observe.ts';
import { ALARM_TOPIC, review } from './review.ts';
import { readAlarmSettings } from './settings.ts';

interface Delivered {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const lost: PlatformState = {
  ...healthyState,
  nodes: [{ name: 'gpu-1', region: 'east', reason: 'NodeLost', message: 'The node is lost.' }],
};
const MINUTE_MS = 60_000;
const secret = `whsec_${Buffer.from('a secret of ours').toString('base64')}`;

let portal: TestPortal;
let operator: ApiClient;
let outbox: Outbox | undefined;
let receiver: Server;
let answer = { status: 200, body: '' };
const delivered: Delivered[] = [];

beforeAll(async () => {
  portal = await startTestPortal({
    handlers: ({ database, clock }) => ({ ...alarmHandlers(database, clock), ...jobHandlers(database) }),
  });
  operator = await portal.admin();
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      delivered.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answer.status).end(answer.body);
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
beforeEach(() => {
  delivered.length = 0;
  answer = { status: 200, body: '' };
});
afterAll(async () => {
  await outbox?.stop();
  receiver.close();
  await portal.stop();
});

/** Restarts delivery with these settings. Returns a function that reviews a state of the platform. */
async function told(format: string, env: Readonly<Record<string, string>> = {}) {
  await outbox?.stop();
  const { port } = receiver.address() as AddressInfo;
  const settings = readAlarmSettings({
    GPULEASE_ALARM_WEBHOOK_URL: `http://127.0.0.1:${port}/robot?key=1`,
    GPULEASE_ALARM_WEBHOOK_FORMAT: format,
    ...env,
  });
  const { database, clock, log, identity } = portal;
  const parts = {
    settings,
    clock,
    log,
    email: identity.emailGateway,
    publicUrl: new URL('https://gpu.test'),
  };
  outbox = runOutbox({ database, log, handlers: { [ALARM_TOPIC]: alarmHandler(parts) }, concurrency: 1 });
  const channels = alarmChannels(parts);
  return (sight: PlatformState) =>
    review({ database, clock, log, channels, look: () => Promise.resolve(sight) });
}

const alarms = async () => (await operator.call('listAlarms', { query: {} })).body.items;

it('a lost node is reported once, by email and signed webhook, and its alarm ends when it returns', async () => {
  const see = await told('STANDARD', {
    GPULEASE_ALARM_WEBHOOK_SECRET: secret,
    GPULEASE_ALARM_EMAILS: 'ops@example.com, night@example.com',
  });
  await see(lost);
  expect(await alarms()).toEqual([]);
  portal.clock.advance(2 * MINUTE_MS);
  await Promise.all([see(lost), see(lost)]);
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ kind: 'NODE_NOT_READY', subject: 'gpu-1', status: 'OPEN' });
  await eventually(() => expect(delivered).toHaveLength(1));
  const { headers, body } = delivered[0]!;
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const signature = createHmac('sha256', 'a secret of ours').update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect(JSON.parse(body)).toMatchObject({ type: 'alarms.changed', data: { opened: [alarm], ended: [] } });
  const mails = () =>
    portal.database.selectFrom('sandbox_message').selectAll().where('text', 'like', '%gpu-1%').execute();
  await eventually(async () => expect(await mails()).toHaveLength(2));

  await see(healthyState);
  portal.clock.advance(5 * MINUTE_MS);
  await see(healthyState);
  expect(await alarms()).toMatchObject([{ status: 'OVER' }]);
  await eventually(() => expect(delivered).toHaveLength(2));
  expect(JSON.parse(delivered[1]!.body)).toMatchObject({
    data: { opened: [], ended: [{ subject: 'gpu-1' }] },
  });
});

it('an alarm is acknowledged by an operator, with an audit entry', async () => {
  const see = await told('STANDARD');
  await see({ ...healthyState, openPayments: { ...healthyState.openPayments, quarantined: 2 } });
  const [alarm] = await alarms();
  expect(alarm).toMatchObject({ kind: 'PAYMENTS_TO_REVIEW', subject: null, parameters: { count: 2 } });
  const params = { id: alarm?.id ?? '' };
  const { body } = await operator.call('acknowledgeAlarm', { params });
  expect(body).toMatchObject({ status: 'ACKNOWLEDGED', acknowledgedBy: 'admin' });
  const open = await operator.call('listAlarms', { query: { status: 'OPEN' } });
  expect(open.body.total).toBe(0);
  const entries = portal.database
    .selectFrom('audit_entry')
    .selectAll()
    .where('action', '=', 'ACKNOWLEDGE_ALARM');
  expect(await entries.execute()).toHaveLength(1);
  const stranger = await operator.call('acknowledgeAlarm', {
    params: { id: '00000000-0000-4000-8000-000000000000' },
  });
  expect(stranger.error.code).toBe('RESOURCE_NOT_FOUND');
  expect((await portal.client().call('listAlarms', { query: {} })).status).toBe(401);
});

it.each([
  ['WECOM', {}, /^\/robot\?key=1$/],
  ['DINGTALK', { GPULEASE_ALARM_WEBHOOK_SECRET: 'SEC1' }, /^\/robot\?key=1&timestamp=\d{13}&sign=[\w%]+$/],
])('the robot of %s receives text, and refused messages are retried', async (format, env, path) => {
  const see = await told(format, env);
  answer = { status: 200, body: '{"errcode":45009,"errmsg":"too often"}' };
  await see({
    ...healthyState,
    notReady: [{ area: 'skus', name: format.toLowerCase(), reason: 'X', message: 'Why.' }],
  });
  portal.clock.advance(5 * MINUTE_MS);
  await see({
    ...healthyState,
    notReady: [{ area: 'skus', name: format.toLowerCase(), reason: 'X', message: 'Why.' }],
  });
  const failing = async () => (await operator.call('listJobs', { query: { name: 'SEND_ALARM' } })).body.items;
  await eventually(async () =>
    expect((await failing()).map(({ lastError }) => lastError).join()).toContain('45009'),
  );
  answer = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' };
  await eventually(async () => expect(await failing()).toEqual([]));
  const { path: called, body } = delivered.findLast((one) => one.body.includes(`/admin/skus/`))!;
  expect(called).toMatch(path);
  const { msgtype, text } = JSON.parse(body) as { msgtype: string; text: { content: string } };
  expect(msgtype).toBe('text');
  expect(text.content).toContain(`https://gpu.test/admin/skus/${format.toLowerCase()}`);
});

it('a lost node needs an operator immediately, a platform check once its alarm opens', async () => {
  const see = await told('STANDARD');
  const [node] = lost.nodes;
  const sick: PlatformState = {
    ...healthyState,
    nodes: [{ ...node!, name: 'gpu-2' }],
    checks: [{ name: 'JOBS', status: 'LOOK', finding: 'JOBS_FAIL', parameters: {} }],
  };
  const needs = async () =>
    (await readNeeds(portal.database, sick, portal.clock.now())).map(({ kind, subject, since }) => ({
      ...{ kind, subject, since },
    }));
  const began = portal.clock.now().toISOString();
  const lostNode = { kind: 'NODE_NOT_READY', subject: 'gpu-2', since: began };
  expect(await needs()).toEqual([lostNode]);
  await see(sick);
  portal.clock.advance(3 * MINUTE_MS);
  expect(await needs()).toEqual([lostNode]);
  await see(sick);
  expect(await needs()).toEqual([lostNode, { kind: 'PLATFORM', subject: 'JOBS', since: began }]);
});
