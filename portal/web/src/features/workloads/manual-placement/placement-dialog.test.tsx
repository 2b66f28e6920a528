import { expect, it } from '@jest/globals';
import type { WorkloadPlan } from '@gpulease/contract/operated-workloads';
import type { Workload } from '@gpulease/contract/workloads';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aWorkload } from '../../../testing/samples.ts';

const pending: Workload = {
  ...aWorkload,
  user: 'alice',
  name: 'box',
  status: 'PENDING',
  reason: 'NoCapacity',
  allowedActions: ['stop', 'destroy', 'schedule'],
  etag: '3',
};
const node = { message: '', gpuModel: 'A100', gpuNumber: 8, freeGpus: 5 };
const plan: WorkloadPlan = {
  node: 'gpu-1',
  ipAddress: '203.0.113.7',
  sshPort: 30_001,
  ports: [{ protocol: 'TCP', port: 8888, targetPort: 8888 }],
  http: null,
  startTime: '2026-11-22T08:00:00Z',
  addresses: ['203.0.113.7', '203.0.113.8'],
  httpDomain: 'east.example.com',
  portRange: { first: 30_000, last: 32_767 },
  nodes: [
    { ...node, name: 'gpu-1', fit: 'FITS' },
    { ...node, name: 'gpu-2', fit: 'NO_ROOM', freeGpus: 0, message: 'Node gpu-2 does not have 1 A100 free.' },
    { ...node, name: 'gpu-3', fit: 'CLOSED', message: 'The node is in maintenance.' },
  ],
  etag: '3',
};

async function open(answers: Parameters<typeof renderApp>[0]['answers'] = {}, language: 'zh' | 'en' = 'en') {
  const app = await renderApp({
    path: '/admin/workloads/alice/box',
    as: 'admin',
    language,
    answers: { getAnyWorkload: pending, getWorkloadPlan: plan, ...answers },
  });
  await userEvent.click(await screen.findByRole('button', { name: language === 'en' ? 'Schedule' : '调度' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByLabelText(/SSH/);
  return { ...app, dialog };
}

it('is filled in from the plan, and shows why other nodes cannot be used', async () => {
  const { dialog } = await open();
  expect(dialog).toHaveAccessibleName('Schedule alice/box');
  expect(within(dialog).getByLabelText(/^Node/)).toHaveDisplayValue('gpu-1 · A100, 5 of 8 free');
  expect(within(dialog).getByLabelText(/SSH port/)).toHaveValue(30_001);
  const names = within(dialog)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toContain(
    'gpu-2 · A100, 0 of 8 free · Not enough free capacity; the machine waits in the queue',
  );
  expect(names.join()).not.toContain('gpu-3');
  await userEvent.click(within(dialog).getByRole('button', { name: /1 other node/ }));
  await within(dialog).findByText('The node is in maintenance.');
});

it('translates the reasons into Chinese', async () => {
  const { dialog } = await open({}, 'zh');
  await userEvent.click(within(dialog).getByRole('button', { name: /另有 1 个节点/ }));
  await within(dialog).findByText('停用、维护中或未就绪');
});

async function choosePort(dialog: HTMLElement, port: string) {
  await userEvent.clear(within(dialog).getByLabelText(/SSH port/));
  await userEvent.type(within(dialog).getByLabelText(/SSH port/), port);
}

const giveReason = (dialog: HTMLElement) =>
  userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Near its data');

it('sends the whole choice, and closes once the platform has applied it', async () => {
  let isDone = false;
  const { api, dialog } = await open({
    getAnyWorkload: () =>
      isDone ? { ...pending, status: 'RUNNING', reason: 'Running', etag: '4' } : pending,
    scheduleWorkload: () => {
      isDone = true;
      return { ...pending, observed: false, etag: '4' };
    },
  });
  await userEvent.click(within(dialog).getByLabelText('Serve a website at a host name'));
  await giveReason(dialog);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await screen.findByText('Instance alice/box is scheduled.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [asked] = api.of('scheduleWorkload');
  expect(asked?.headers['if-match']).toBe('"3"');
  expect(asked?.body).toEqual({
    node: 'gpu-1',
    ipAddress: '203.0.113.7',
    sshPort: 30_001,
    ports: plan.ports,
    http: { host: 'box-alice.east.example.com', targetPort: 80 },
    startTime: plan.startTime,
    reason: 'Near its data',
  });
});

it('explains that the choice for a stopped machine applies to its next start', async () => {
  const stopped = { ...pending, status: 'STOPPED', reason: 'Stopped' } as const;
  const { dialog } = await open({ getAnyWorkload: stopped, scheduleWorkload: stopped });
  expect(dialog).toHaveTextContent('The machine is stopped. Your choice applies when it’s next started.');
  expect(dialog).not.toHaveTextContent('The machine starts at this time');
  await giveReason(dialog);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await screen.findByText('Saved for the next start of alice/box.');
});

const fits = { ...node, fit: 'FITS' } as const;
const running: Workload = {
  ...pending,
  node: 'gpu-1',
  status: 'RUNNING',
  reason: 'Running',
  allowedActions: ['stop', 'restart', 'destroy', 'schedule'],
};
const planOfRunning: WorkloadPlan = {
  ...plan,
  startTime: null,
  nodes: [...plan.nodes, { ...fits, name: 'gpu-4' }],
};

it.each([
  [
    'zh',
    ['实例将停止，并在节点 gpu-4 上重新启动', '内存中的数据会丢失', '实例 alice/box 正在迁移到节点 gpu-4'],
  ],
  [
    'en',
    [
      'The machine is stopped and started again on gpu-4',
      'Memory is lost',
      'Instance alice/box is being moved to gpu-4.',
    ],
  ],
] as const)(
  'moves a running machine after explaining the effect, in %s',
  async (language, [title, body, done]) => {
    let isDone = false;
    const { api, dialog } = await open(
      {
        getAnyWorkload: () =>
          isDone ? { ...running, status: 'STOPPING', reason: 'Moving', etag: '4' } : running,
        getWorkloadPlan: planOfRunning,
        scheduleWorkload: () => {
          isDone = true;
          return { ...running, observed: false, etag: '4' };
        },
      },
      language,
    );
    expect(dialog).not.toHaveTextContent(title);
    const options = within(dialog).getAllByRole('option', { name: /^gpu-/ });
    expect(options.map(({ textContent }) => textContent.slice(0, 5))).toEqual(['gpu-1', 'gpu-4']);
    await userEvent.selectOptions(
      within(dialog).getByLabelText(language === 'en' ? /^Node/ : /^节点/),
      'gpu-4',
    );
    expect(dialog).toHaveTextContent(title);
    expect(dialog).toHaveTextContent(body);
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason|原因/ }), 'Fan is loud');
    await userEvent.click(
      within(dialog).getByRole('button', { name: language === 'en' ? 'Schedule' : '调度' }),
    );
    await screen.findByText(done);
    const sent = { node: 'gpu-4', startTime: null, reason: 'Fan is loud' };
    expect(api.of('scheduleWorkload').map(({ body: asked }) => asked)).toMatchObject([sent]);
  },
);

it('explains that a running machine stays with its disk and changes its ports immediately', async () => {
  const elsewhere = { ...node, name: 'gpu-4', fit: 'DISK_ELSEWHERE' } as const;
  const bound = { ...planOfRunning, nodes: [{ ...fits, name: 'gpu-1' }, elsewhere] };
  const { dialog } = await open({ getAnyWorkload: running, getWorkloadPlan: bound });
  expect(dialog).toHaveTextContent('Address and port changes take effect immediately.');
  expect(dialog).toHaveTextContent('Its disk is on its node, so it can’t be moved to another one.');
  expect(within(dialog).queryByLabelText(/^Start time/)).toBeNull();
});

it('rejects a port outside the region’s range and a start in the past without a request', async () => {
  const { api, dialog } = await open();
  await giveReason(dialog);
  const port = within(dialog).getByLabelText(/SSH port/);
  await userEvent.clear(port);
  await userEvent.type(port, '22');
  const start = within(dialog).getByLabelText(/^Start time/);
  fireEvent.change(start, { target: { value: '2020-02-30 08:00' } });
  fireEvent.blur(start);
  await within(dialog).findByText('There is no such date or time. Enter it as YYYY-MM-DD HH:MM.');
  fireEvent.change(start, { target: { value: '2020-01-01 08:00' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await within(dialog).findByText('Enter a whole number from 30000 to 32767.');
  await within(dialog).findByText('The time must be in the future.');
  expect(api.of('scheduleWorkload')).toEqual([]);
});

it("shows the platform's refusal in the form", async () => {
  let etag = '3';
  const { api, dialog } = await open({
    getAnyWorkload: () => (etag === '3' ? pending : { ...pending, reason: 'PortTaken', etag }),
    getWorkloadPlan: () => ({ ...plan, etag }),
    scheduleWorkload: () => {
      etag = '4';
      return { ...pending, observed: false, etag };
    },
  });
  await choosePort(dialog, '30002');
  await giveReason(dialog);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await within(dialog).findByText('Change the refused values and submit again.');
  expect(within(dialog).getByLabelText(/SSH port/)).toHaveValue(30_002);
  expect(within(dialog).getByRole('textbox', { name: /Reason/ })).toHaveValue('Near its data');
  await choosePort(dialog, '30003');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await waitFor(() => expect(api.of('scheduleWorkload')).toHaveLength(2));
  expect(api.of('scheduleWorkload')[1]).toMatchObject({
    headers: { 'if-match': '"4"' },
    body: { sshPort: 30_003, reason: 'Near its data' },
  });
});

it('keeps the choice after a concurrent change of the machine, and reports the change', async () => {
  let etag = '3';
  const { api, dialog } = await open({
    getWorkloadPlan: () => ({ ...plan, etag, ...(etag === '5' && { ipAddress: '203.0.113.8' }) }),
    scheduleWorkload: ({ headers }) => {
      if (headers['if-match'] === '"5"') return { ...pending, observed: false, etag: '6' };
      etag = '5';
      throw new ApiRefusal(412, { code: 'REQUEST_FAILED', requestId: 'r', details: { reason: 'STALE' } });
    },
  });
  await choosePort(dialog, '30002');
  await giveReason(dialog);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await within(dialog).findByText('Someone else changed this');
  expect(within(dialog).getByLabelText(/SSH port/)).toHaveValue(30_002);
  await waitFor(() => {
    expect(within(dialog).getByLabelText(/IP address/)).toHaveValue('203.0.113.8');
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await within(dialog).findByText(/Waiting for the platform/);
  expect(api.of('scheduleWorkload')).toHaveLength(2);
});

it('shows an error of the server at its field', async () => {
  const { dialog } = await open({
    scheduleWorkload: () => {
      throw new ApiRefusal(400, {
        code: 'INVALID_ARGUMENT',
        requestId: 'r-1',
        details: { fields: { sshPort: 'outsidePortTaken' } },
      });
    },
  });
  await giveReason(dialog);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await within(dialog).findByText('Another machine already uses this port.');
});

it.each([
  ['zh', ['节点', '搜索节点', /另有 25 个节点/, '还有 15 个，查看该地域的全部节点']],
  ['en', ['Node', 'Search in Node', /25 other nodes/, '15 more: see all nodes of the region']],
] as const)(
  'offers a search among many nodes, and does not list all unusable ones, in %s',
  async (language, [label, search, others, more]) => {
    const many = (fit: 'FITS' | 'CLOSED', count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...node, name: `${fit}-${index + 1}`, fit }));
    const nodes = [...many('FITS', 30), ...many('CLOSED', 25)];
    const { dialog } = await open({ getWorkloadPlan: { ...plan, node: 'FITS-1', nodes } }, language);
    await userEvent.click(within(dialog).getByRole('button', { name: new RegExp(`^${label}: FITS-1 ·`) }));
    await userEvent.type(await screen.findByRole('textbox', { name: search }), 'fits-27');
    const options = screen.getAllByRole('option', { name: /^FITS/ });
    expect(options.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^FITS-27 ·/)]);
    await userEvent.click(options[0]!);
    expect(within(dialog).getByRole('button', { name: new RegExp(`^${label}: FITS-27 ·`) })).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: others }));
    expect(within(dialog).getAllByText(/^CLOSED-/)).toHaveLength(10);
    const link = within(dialog).getByRole('link', { name: more });
    expect(link).toHaveAttribute('href', '/admin/nodes?region=9-1');
  },
);
