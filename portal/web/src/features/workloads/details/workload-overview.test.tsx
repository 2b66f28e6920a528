import { expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/contract/workloads';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Answers } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aBalance, aWorkload } from '../../../testing/samples.ts';

async function open(workload: Workload, answers: Answers = {}): Promise<void> {
  const path = `/workloads/${workload.name}`;
  await renderApp({ path, language: 'en', answers: { getWorkload: workload, ...answers } });
}

it('shows how to sign in by SSH', async () => {
  await open(aWorkload);
  const command = await screen.findByRole('textbox', { name: 'SSH command' });
  expect(command).toHaveValue('ssh -p 30022 1000@192.0.2.1');
  expect(screen.queryByText('Remote Desktop')).toBeNull();
});

it('shows how to sign in to Windows, and no SSH', async () => {
  await open({ ...aWorkload, sshPort: null, rdpPort: 30_389, sshUser: 'Administrator' });
  const address = await screen.findByRole('textbox', { name: 'Remote Desktop' });
  expect(address).toHaveValue('192.0.2.1:30389');
  expect(screen.getByText('Administrator')).toBeVisible();
  expect(screen.getByText(/The platform neither sets nor knows it.*contact support/)).toBeVisible();
  expect(screen.queryByText(/SSH/)).toBeNull();
});

it('warns that the platform is about to stop a running machine, in one time zone', async () => {
  const message =
    'The capacity is needed for another order: the machine will be stopped at 2026-03-01 10:02:00 UTC. Save your work.';
  await open({ ...aWorkload, reason: 'SpotNotice', message, stopAt: '2026-03-01T10:02:00.000Z' });
  const name =
    'Warning: The capacity is needed for another order: the machine will be stopped. Save your work.';
  expect(await screen.findByRole('heading', { name })).toBeVisible();
  expect(screen.getByText(/It will be stopped on Mar 1, 2026/)).toBeVisible();
});

it('shows when planned maintenance stops a running machine', async () => {
  const plannedMaintenance = {
    startTime: '2026-11-28T10:00:00.000Z',
    endTime: '2026-11-28T12:00:00.000Z',
    reason: 'New power supply',
    startsAfterwards: true,
  };
  const running = { ...aWorkload, reason: 'Running', message: 'The machine is running.' };
  await open({ ...running, plannedMaintenance });
  expect(await screen.findByRole('heading', { name: 'Note: The machine is running.' })).toBeVisible();
  const sentence = /\(New power supply\): it will be stopped on Nov 28, 2026.*until about Nov 28, 2026/;
  expect(screen.getByText(sentence)).toBeVisible();
});

it.each([
  ['user', '/docs/user-guide#stop-start-restart-destroy'],
  ['admin', '/docs/reference/reasons#crashloop'],
] as const)('links a failed machine to what to do: %s', async (as, href) => {
  const failed = { ...aWorkload, status: 'FAILED', reason: 'CrashLoop', message: 'It crashed.' } as const;
  await renderApp({
    ...(as === 'admin'
      ? { as, path: `/admin/workloads/demo/${failed.name}` }
      : { path: `/workloads/${failed.name}` }),
    language: 'en',
    answers: { getWorkload: failed, getAnyWorkload: failed },
  });
  expect(await screen.findByRole('link', { name: 'What to do' })).toHaveAttribute('href', href);
});

it('links a machine that may be stuck to what operators can do', async () => {
  const pending = { status: 'PENDING', reason: 'ImageImportFailed', message: 'The import failed.' } as const;
  await renderApp({
    ...{ as: 'admin', path: `/admin/workloads/demo/${aWorkload.name}`, language: 'en' },
    answers: { getAnyWorkload: { ...aWorkload, ...pending } },
  });
  const link = await screen.findByRole('link', { name: 'What to do' });
  expect(link).toHaveAttribute('href', '/docs/reference/reasons#imageimportfailed');
});

it('shows when the lost node of a machine is expected back', async () => {
  const lost = { status: 'FAILED', reason: 'NodeLost', message: 'The node did not answer.' } as const;
  await open({ ...aWorkload, ...lost, expectedBackAt: '2026-11-28T10:00:00.000Z' });
  expect(
    await screen.findByText(/The node is expected back on Nov 28, 2026.*you can start the instance again/),
  ).toBeVisible();
});

it('informs, but does not warn, about a machine that does not respond yet', async () => {
  const message = 'The machine is running but does not answer over SSH.';
  await open({ ...aWorkload, reason: 'GuestNotReady', message });
  expect(await screen.findByRole('heading', { name: `Note: ${message}` })).toBeVisible();
});

it('shows that a machine runs where its start message was, so that nothing below moves', async () => {
  await open({ ...aWorkload, reason: 'Running', message: 'The machine is running.' });
  const name = 'Success: The machine is running.';
  expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible();
});

it('shows how long the balance lasts', async () => {
  await open({ ...aWorkload, reason: 'Running', message: 'The machine is running.' });
  expect(await screen.findByText('Your balance lasts 13 hours at your current spend.')).toBeVisible();
});

it('warns if the balance is about to run out, and links to the recharge page and back', async () => {
  await open(aWorkload, { getBalance: { ...aBalance, runwayHours: 0.95 } });
  const heading = await screen.findByRole('heading', {
    level: 2,
    name: 'Warning: Balance runs out in 57 minutes',
  });
  expect(heading).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add funds' })).toHaveAttribute(
    'href',
    `/recharge?returnTo=%2Fworkloads%2F${aWorkload.name}`,
  );
});

it.each([
  ['is reserved', { pricing: { ...aWorkload.pricing, mode: 'RESERVED' } }],
  ['is stopped', { status: 'STOPPED' }],
] as const)('shows no balance warning for a machine that %s', async (_, change) => {
  await open({ ...aWorkload, ...change }, { getBalance: { ...aBalance, runwayHours: 0.95 } });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Balance runs out/)).toBeNull();
});

it('shows that a reserved term started late, and its credit', async () => {
  const term = {
    start: '2026-11-21T09:12:00.000Z',
    end: '2026-12-21T09:12:00.000Z',
    lateSeconds: 720,
    charge: '100.00',
    credited: '7.20',
    refund: '0.00',
  };
  await open({ ...aWorkload, pricing: { ...aWorkload.pricing, mode: 'RESERVED' }, termEnd: term.end, term });
  expect(
    await screen.findByText(/delivered 12 min late, so the term starts and ends that much later/),
  ).toBeVisible();
  expect(screen.getByText('+$1.00 (¥7.20)')).toBeVisible();
});

it('shows how long the disk of a stopped machine is kept, and no SSH command', async () => {
  const message = 'The machine is stopped; its disk is kept.';
  const stopped = { status: 'STOPPED', reason: 'Stopped', message } as const;
  await open({ ...aWorkload, ...stopped, keptUntil: '2026-12-21T10:00:00.000Z' });
  expect(await screen.findByText(/^The disk is kept until Dec 21, 2026/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'SSH command' })).toBeNull();
  expect(screen.getByText('Available once the machine has started')).toBeVisible();
});

it('shows what happens to a Spot machine when it is interrupted', async () => {
  await open({ ...aWorkload, interruption: 'DESTROY' });
  expect(await screen.findByText('If interrupted')).toBeVisible();
  expect(screen.getByText('Destroy the machine and its disk')).toBeVisible();
});

it('shows a customer the place in the queue once, and no nodes', async () => {
  const message =
    'No node in cn-east-1 has 8 H100 PCIe and 1792Gi of memory free for h100-80g-8. It is first in the queue.';
  await open({ ...aWorkload, status: 'PENDING', reason: 'NoCapacity', message, queuePlace: 1 });
  expect(
    await screen.findByRole('heading', { name: 'Note: Not enough capacity is free at the moment.' }),
  ).toBeVisible();
  expect(screen.getByText(/^Position 1 in the queue.* You can leave the queue at any time/)).toBeVisible();
});

it('omits for operators what only the owner can do', async () => {
  const waiting = { status: 'PENDING', reason: 'NoCapacity', message: 'No room.', queuePlace: 1 } as const;
  await renderApp({
    path: '/admin/workloads/demo/1-1',
    as: 'admin',
    language: 'en',
    answers: { getAnyWorkload: { ...aWorkload, ...waiting, sshPort: null, rdpPort: 30_389 } },
  });
  expect(await screen.findByText(/^Position 1 in the queue.*Waiting is free\.$/)).toBeVisible();
  expect(screen.getByText(/The platform neither sets nor knows it/)).not.toHaveTextContent('contact support');
});

const links = [
  ['demo', '/admin/users/edit/demo'],
  ['训练型 1', '/admin/skus/1'],
  ['9-1', '/admin/regions/9-1'],
  ['7-1', '/admin/nodes/9-1/7-1'],
  ['12', '/admin/vm-images/12'],
  [/^On demand/, '/admin/pricing-policies/1'],
] as const;

it('links operators to the objects that the machine uses', async () => {
  await renderApp({
    path: '/admin/workloads/demo/1-1',
    as: 'admin',
    language: 'en',
    answers: { getAnyWorkload: aWorkload },
  });
  for (const [name, href] of links)
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
});

it('shows customers no links to admin pages', async () => {
  await open(aWorkload);
  await screen.findByText('训练型 1');
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(hrefs.filter((href) => href.startsWith('/admin'))).toEqual([]);
});

it('offers to order another machine like one that is gone', async () => {
  await open({ ...aWorkload, status: 'DESTROYED', allowedActions: [] });
  const { sku, region, pricing } = aWorkload;
  expect(await screen.findByRole('link', { name: 'Order again' })).toHaveAttribute(
    'href',
    `/workloads/create?sku=${sku}&region=${region}&mode=${pricing.mode}`,
  );
  expect(screen.queryByText('SSH command')).toBeNull();
});

it('does not offer that for an existing machine', async () => {
  await open(aWorkload);
  await screen.findByRole('textbox', { name: 'SSH command' });
  expect(screen.queryByRole('link', { name: 'Order again' })).toBeNull();
});

const http = { host: 'box.gpu.example', targetPort: 80 };

it.each([
  ['zh', '访问网址', '暂不可访问，实例运行后开放'],
  ['en', 'HTTP host URL', 'Off now; reachable while the machine runs'],
] as const)(
  'shows the host of a stopped machine with a note that it is off (%s)',
  async (...[language, term, off]) => {
    const getWorkload: Workload = { ...aWorkload, status: 'STOPPED', http, httpHostUrl: null };
    await renderApp({ path: `/workloads/${aWorkload.name}`, language, answers: { getWorkload } });
    const fact = (await screen.findByText(term)).closest('.pf-v6-c-description-list__group');
    expect(fact).toHaveTextContent(`${term}${http.host}${off}`);
    expect(screen.queryByRole('link', { name: /box.gpu.example/ })).toBeNull();
  },
);

it('links to the host of a running machine without that note', async () => {
  await open({ ...aWorkload, http, httpHostUrl: 'https://box.gpu.example' });
  expect(await screen.findByRole('link', { name: 'https://box.gpu.example' })).toBeVisible();
  expect(screen.queryByText(/Off now/)).toBeNull();
});

const stopping = {
  reason: 'ScheduledStopNotice',
  message: 'The machine will be stopped at 2026-03-01 10:00:00 UTC as scheduled.',
  stopAt: '2026-03-01T10:00:00.000Z',
  autoStop: { kind: 'AFTER', hours: 4 },
  autoStopAt: '2026-03-01T10:00:00.000Z',
  etag: '7',
} as const;

it('postpones an automatic stop by an hour', async () => {
  const workload = { ...aWorkload, ...stopping };
  const answers = { getWorkload: workload, updateWorkload: workload };
  const { api } = await renderApp({ path: `/workloads/${workload.name}`, language: 'en', answers });
  const warning = 'Warning: The machine will be stopped as scheduled.';
  expect(await screen.findByRole('heading', { name: warning })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'One more hour' }));
  expect(await screen.findByText(/1-1 stops Mar 1, 2026.* instead\./)).toBeVisible();
  const [asked] = api.of('updateWorkload');
  expect(asked?.body).toEqual({ postponedUntil: '2026-03-01T11:00:00.000Z' });
  expect(asked?.headers['if-match']).toBe('"7"');
});

it('postpones only automatic stops', async () => {
  await open({ ...aWorkload, ...stopping, reason: 'SpotNotice', stopAt: '2026-03-01T09:00:00.000Z' });
  await screen.findByText(/It will be stopped on/);
  expect(screen.queryByRole('button', { name: 'One more hour' })).toBeNull();
});

it.each([
  [
    'that has passed',
    { kind: 'AT', at: '2026-03-01T10:00:00.000Z' },
    null,
    /Never \(was set for Mar 1, 2026/,
  ],
  ['in the future', { kind: 'AT', at: '2999-03-01T10:00:00.000Z' }, null, /Stops Mar 1, 2999/],
  [
    'that was postponed',
    { kind: 'AT', at: '2026-03-01T10:00:00.000Z' },
    '2999-03-01T11:00:00.000Z',
    /Stops Mar 1, 2999/,
  ],
  [
    'after hours of running',
    { kind: 'AFTER', hours: 1 },
    '2999-03-01T10:00:00.000Z',
    /After 1 hour of running · Stops Mar 1, 2999/,
  ],
] as const)('shows an automatic stop %s', async (_, autoStop, autoStopAt, text) => {
  await open({ ...aWorkload, autoStop, autoStopAt });
  expect(await screen.findByText(text)).toBeVisible();
});

const whenIdle: Workload['autoStop'] = { kind: 'IDLE', gpuPercent: 5, minutes: 60 };
it.each<[string, Partial<Workload>, RegExp]>([
  ['with busy GPUs', {}, /^GPUs below 5% for 60 minutes$/],
  ['with idle GPUs', { autoStopAt: '2999-03-01T10:00:00.000Z' }, /60 minutes · Stops Mar 1, 2999/],
  ['that is impossible', { autoStopFault: 'NO_MEASURES' }, /60 minutes · No GPU data is arriving\./],
])('shows an idle stop %s', async (_, of, text) => {
  await open({ ...aWorkload, autoStop: whenIdle, ...of });
  expect(await screen.findByText(text)).toBeVisible();
});

const weekly: Workload['autoStop'] = {
  kind: 'WEEKLY',
  days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  from: '09:00',
  to: '18:00',
  timeZone: 'Asia/Shanghai',
};
it.each<[string, Partial<Workload>, RegExp]>([
  [
    'that are active',
    { status: 'RUNNING', autoStopAt: '2999-03-01T10:00:00.000Z' },
    /^Mon–Fri, 09:00–18:00 \(Asia\/Shanghai\) · Stops Mar 1, 2999/,
  ],
  [
    'that start the machine next',
    { status: 'STOPPED', autoStartAt: '2999-03-02T10:00:00.000Z' },
    /Shanghai\) · Starts Mar 2, 2999/,
  ],
  [
    'of a machine that was stopped manually',
    { status: 'STOPPED', autoStopAt: '2999-03-01T10:00:00.000Z' },
    /Shanghai\) · Off until it’s started manually$/,
  ],
])('shows weekly hours %s', async (_, of, text) => {
  await open({ ...aWorkload, autoStop: weekly, ...of });
  expect(await screen.findByText(text)).toBeVisible();
});

const factOf = async (term: string) =>
  (await screen.findByText(term)).closest('.pf-v6-c-description-list__group');

it('shows the cost, how long the balance lasts, and the next event', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();
  const cost = { ...aWorkload.cost, perHour: '7.20', thisRun: '72.00', total: '144.00' };
  await open({ ...aWorkload, cost, autoStop: { kind: 'AT', at: inDays(3) }, autoStopAt: inDays(3) });
  expect(await factOf('Per hour')).toHaveTextContent('$1.00 (¥7.20)On demand');
  expect(await factOf('This run')).toHaveTextContent('$10.00 (¥72.00)Total so far $20.00 (¥144.00)');
  expect(await factOf('Balance lasts')).toHaveTextContent(/1[23] hours.*until/);
  expect(await factOf('Next')).toHaveTextContent(/Automatic stop.*, in 3d$/);
});

it('shows the rest of a term instead of the balance', async () => {
  const termEnd = new Date(Date.now() + 5 * 86_400_000 + 60_000).toISOString();
  await open({ ...aWorkload, pricing: { ...aWorkload.pricing, mode: 'RESERVED' }, termEnd });
  expect(await factOf('Term remaining')).toHaveTextContent(/5 days.*until/);
  expect(await factOf('Next')).toHaveTextContent('End of the term');
  expect(screen.queryByText('Balance lasts')).toBeNull();
});

it('links to the console and to the open ports', async () => {
  const port = { protocol: 'TCP', port: 8080, targetPort: 80, endpoint: null } as const;
  await open({ ...aWorkload, ports: [port] });
  const path = `/workloads/${aWorkload.name}`;
  const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await hrefOf('Open console')).toBe(`${path}?tab=console`);
  expect(await hrefOf('1 open port')).toBe(`${path}?tab=network`);
});
