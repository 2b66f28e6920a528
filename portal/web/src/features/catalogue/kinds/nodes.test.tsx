import { BY_GPU_CHECK, FAILED_GPU_CHECK } from '@gpulease/crds';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { en } from '../../../i18n/locales/en/index.ts';
import { zh } from '../../../i18n/locales/zh/index.ts';
import { applyLiveEvent } from '../../../api/live/apply.ts';
import { ApiRefusal, pageOf, type Answers } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aNode, anAdminGpu, anAdminRegion, anAdminSku, aWorkload } from '../../../testing/samples.ts';

it.each([
  ['zh', zh],
  ['en', en],
] as const)(
  'a node shows the unit of its memory and storage once, in %s',
  async (language, { node, catalogue }) => {
    await renderApp({
      path: `/admin/nodes/${aNode.region}/${aNode.name}`,
      as: 'admin',
      language,
      answers: { getNode: aNode, listClusterNodes: pageOf([]), listAllWorkloads: pageOf([]) },
    });
    const memory = await screen.findByText('1 TiB');
    expect(textOf(memory)).toBe(`${catalogue.machineMemory}1\u00a0TiB`);
    expect(textOf(screen.getByText('6.8 TiB'))).toBe(`${node.storage}6.8\u00a0TiB`);
    expect(`${catalogue.machineMemory}${node.storage}`).not.toMatch(/MB|GB|TiB/);
  },
);

it.each([
  [
    'zh',
    '启动成功 120 次 · 启动失败 3 次 · 节点故障 1 次',
    '0.13 · 启动失败 3 次',
    /u-1\/a.*启动失败.*不再放置新实例/,
  ],
  [
    'en',
    'Started: 120 · failed: 3 · node faults: 1',
    '0.13 · 3 failed starts',
    /These machines failed to start on the node: u-1\/a/,
  ],
] as const)(
  'a node shows its reliability and why it accepts no new machines, in %s',
  async (language, reliability, rate, why) => {
    const condition = {
      ready: false,
      reason: 'StartsFail',
      message: 'These machines failed to start on the node: u-1/a.',
      parameters: { objects: [{ kind: 'Workload', name: 'u-1/a' }], since: '2026-01-31T18:00:00Z' },
    };
    await renderApp({
      path: `/admin/nodes/${aNode.region}/${aNode.name}`,
      as: 'admin',
      language,
      answers: {
        getNode: { ...aNode, condition },
        listClusterNodes: pageOf([]),
        listAllWorkloads: pageOf([]),
      },
    });
    expect(await screen.findByText(reliability)).toBeTruthy();
    expect(screen.getByText(rate)).toBeVisible();
    expect((await screen.findAllByText(why)).length).toBeGreaterThan(0);
  },
);

it('an unresponsive node shows its expected return, which an operator can change', async () => {
  const condition = { ready: false, reason: 'NodeNotReady', message: 'Silent.' };
  const lost = { ...aNode, condition, expectedBackAt: '2030-01-02T09:30:00.000Z' };
  const answers = {
    getNode: lost,
    setNodeReturn: lost,
    listClusterNodes: pageOf([]),
    listAllWorkloads: pageOf([]),
  };
  const path = `/admin/nodes/${aNode.region}/${aNode.name}`;
  const { api } = await renderApp({ path, as: 'admin', language: 'en', answers });
  expect(await screen.findByText(/is expected back on Jan 2, 2030/)).toBeVisible();
  const fence = `kubectl taint nodes ${aNode.name} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`;
  expect(screen.getByText(fence)).toBeVisible();
  expect(screen.getByRole('button', { name: /Copy: command that marks the node/ })).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Change the time' }));
  const dialog = await screen.findByRole('dialog', { name: `When is ${aNode.name} expected back?` });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.of('setNodeReturn')).toMatchObject([{ body: { expectedBackAt: '2030-01-02T09:30:00.000Z' } }]),
  );
});

it('the list sorts nodes by status, which groups those in maintenance', async () => {
  const { api } = await renderApp({
    path: '/admin/nodes',
    as: 'admin',
    language: 'en',
    answers: { listNodes: pageOf([aNode]), listClusterNodes: pageOf([]) },
  });
  await screen.findByRole('link', { name: aNode.name });
  const head = screen.getByRole('columnheader', { name: 'Status' });
  await userEvent.click(within(head).getByRole('button'));
  await waitFor(() => expect(api.of('listNodes').at(-1)?.url.searchParams.get('sort')).toBe('status'));
});

it('the form of a node shows that choices could not be loaded, and retries', async () => {
  let isDown = true;
  const whenUp = <T,>(items: T[]) => {
    if (isDown) throw new ApiRefusal(500, { code: 'INTERNAL', requestId: 'r' });
    return pageOf(items);
  };
  await renderApp({
    path: '/admin/nodes/create',
    as: 'admin',
    language: 'en',
    answers: {
      listRegions: () => whenUp([anAdminRegion]),
      listClusterNodes: () => whenUp([]),
      listGpus: pageOf([]),
      listSkus: pageOf([]),
    },
  });
  await waitFor(() => expect(screen.getAllByText(/The choices couldn’t be loaded/)).toHaveLength(2));
  isDown = false;
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button);
  await waitFor(() => expect(screen.queryByText(/The choices couldn’t be loaded/)).toBeNull());
  expect(screen.getByRole('option', { name: new RegExp(anAdminRegion.name) })).toBeInTheDocument();
});

it.each([
  ['zh', zh],
  ['en', en],
] as const)('a node that is not ready is marked beside its name, in %s', async (language, { catalogue }) => {
  const broken = {
    ...aNode,
    condition: { ready: false, reason: 'NodeNotReady', message: 'The Node does not answer.' },
  };
  await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}`,
    as: 'admin',
    language,
    answers: { getNode: broken, listAllWorkloads: pageOf([]) },
  });
  const title = await screen.findByRole('heading', { level: 1, name: aNode.name });
  const header = title.closest<HTMLElement>('.pf-v6-c-page__main-section');
  expect(within(header!).getByText(catalogue.isNotReady)).toBeVisible();
});

it('maintenance of a node can be ended', async () => {
  const inMaintenance = { ...aNode, status: 'maintenance' as const };
  const { api } = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}`,
    as: 'admin',
    language: 'en',
    answers: { getNode: inMaintenance, setNodeStatus: aNode, listAllWorkloads: pageOf([]) },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aNode.name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End maintenance' }));
  const dialog = await screen.findByRole('dialog', { name: /End maintenance of node 7-1\?/ });
  await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
  await waitFor(() => expect(api.of('setNodeStatus')).toMatchObject([{ body: { status: 'active' } }]));
});

it('a node shows metrics of the GPUs of its running machines', async () => {
  const { api } = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}?tab=monitoring`,
    as: 'admin',
    language: 'en',
    answers: {
      getNode: aNode,
      getFleetMetrics: {
        ...{ available: true, start: '2026-11-21T04:00:00.000Z', stepSeconds: 3_600 },
        series: [
          { of: 'IN_USE', values: [4, 6] },
          { of: 'MEASURED', values: [4, 6] },
          { of: 'BUSY', values: [3, 1.5] },
        ],
      },
      getNodeMetrics: {
        ...{ available: true, start: '2026-11-21T04:00:00.000Z', stepSeconds: 3_600, gpuErrors: [] },
        graphs: [
          {
            ...{ metric: 'CPU', unit: 'PERCENT', limit: 100 },
            series: [{ of: 'USED', gpu: null, values: [10, 12.5] }],
          },
          {
            ...{ metric: 'GPU_TEMPERATURE', unit: 'CELSIUS', limit: null },
            series: [{ of: 'HOTTEST', gpu: null, values: [66, 71] }],
          },
          {
            ...{ metric: 'DISK_OPERATIONS', unit: 'PER_SECOND', limit: null },
            series: [{ of: 'READ', gpu: null, values: [null, null] }],
          },
        ],
      },
    },
  });
  const means = await screen.findByText(/^GPUs in use belong to running instances/);
  expect(means).toHaveTextContent('Load is known for 6 of the 6 GPUs in use.');
  expect(means.closest('.pf-v6-c-card')).toHaveTextContent(/In use 6\s*Busy 1\.5/);
  expect(api.of('getFleetMetrics')[0]?.url.search).toBe(`?range=7d&node=${aNode.name}`);
  const cpu = await screen.findByRole('heading', { level: 2, name: 'CPU use' });
  expect(cpu.closest('.pf-v6-c-card')).toHaveTextContent(/In use 12\.5%/);
  const temperature = screen.getByRole('heading', { level: 2, name: 'GPU temperature' });
  expect(temperature.closest('.pf-v6-c-card')).toHaveTextContent(/Hottest GPU 71 °C/);
  expect(screen.queryByRole('heading', { level: 2, name: 'Disk operations' })).toBeNull();
  expect(screen.getByText(/^Totals for the instances on this node.*reported by the instances/)).toBeVisible();
});

it('GPUs of a node are quarantined and, once repaired, put back on sale', async () => {
  const sick = { gpuNumber: 1, address: null, devicePlugin: 'OFFERS', reason: 'Xid 79' } as const;
  const since = '2026-01-02T03:04:00Z';
  let node = aNode;
  const { api } = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}?tab=quarantine`,
    as: 'admin',
    language: 'en',
    answers: {
      getNode: () => node,
      quarantineGpus: () => (node = { ...aNode, etag: '2', quarantine: [{ ...sick, since, by: 'ops' }] }),
      repairGpus: () => (node = { ...aNode, etag: '3' }),
    },
  });
  expect(await screen.findByText('No GPU of this node is in quarantine.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Quarantine GPUs' }));
  const dialog = await screen.findByRole('dialog', { name: 'Quarantine GPUs of 7-1' });
  expect(within(dialog).getByText(/Running machines keep their GPUs/)).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Xid 79');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Quarantine GPUs' }));
  await waitFor(() => expect(api.of('quarantineGpus')).toMatchObject([{ body: sick }]));
  expect(await screen.findByText('Xid 79')).toBeVisible();
  expect(screen.getByText('Still offers them')).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: 'Repaired' }));
  const back = await screen.findByRole('dialog', { name: 'Put GPUs of 7-1 back on sale' });
  await userEvent.type(within(back).getByLabelText(/^What was repaired/), 'New riser');
  await userEvent.click(within(back).getByRole('button', { name: 'Repaired' }));
  await waitFor(() =>
    expect(api.of('repairGpus')).toMatchObject([
      { body: { entry: 0, reason: 'New riser' }, headers: { 'if-match': '"2"' } },
    ]),
  );
  expect(await screen.findByText('No GPU of this node is in quarantine.')).toBeVisible();
});

it('maintenance of a node is planned, changed and canceled', async () => {
  const times = { startTime: '2999-11-28T02:00:00.000Z', endTime: '2999-11-28T06:00:00.000Z' };
  const maintenance = { reason: 'New power supply', noticeSeconds: 600, startAfterwards: true, ...times };
  let node: typeof aNode = { ...aNode, etag: '2', maintenance };
  const { api } = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}?tab=maintenance`,
    as: 'admin',
    language: 'en',
    answers: {
      getNode: () => node,
      listAllWorkloads: pageOf([hereIs({ uid: '1', user: 'amy' })]),
      planMaintenance: ({ body }) =>
        (node = { ...node, etag: '3', maintenance: { ...maintenance, ...(body as object) } }),
      cancelMaintenance: () => (node = { ...aNode, etag: '4' }),
    },
  });
  expect(await screen.findByText('Machines it stops start again when it’s over.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog', { name: 'Planned maintenance of 7-1' });
  expect(dialog).toHaveTextContent('the node takes no new machines');
  const reason = within(dialog).getByLabelText(/^Reason/);
  await userEvent.clear(reason);
  await userEvent.type(reason, 'New fan');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Plan maintenance' }));
  await waitFor(() =>
    expect(api.of('planMaintenance')).toMatchObject([
      { body: { ...maintenance, reason: 'New fan' }, headers: { 'if-match': '"2"' } },
    ]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel maintenance' }));
  const last = await screen.findByRole('dialog', { name: 'Cancel the planned maintenance of 7-1?' });
  await userEvent.click(within(last).getByRole('button', { name: 'Cancel maintenance' }));
  expect(await screen.findByText('No maintenance of this node is planned.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Plan maintenance' })).toBeVisible();
});

it.each([
  ['planned', { startTime: '2999-11-28T02:00:00.000Z', endTime: '2999-11-28T06:00:00.000Z' }, true],
  ['over', { startTime: '2020-11-28T02:00:00.000Z', endTime: '2020-11-28T06:00:00.000Z' }, false],
] as const)('the list shows planned maintenance until it is over: %s', async (_, times, isShown) => {
  const maintenance = { reason: 'New power supply', noticeSeconds: 600, startAfterwards: true, ...times };
  await renderApp({
    path: '/admin/nodes',
    as: 'admin',
    language: 'en',
    answers: { listNodes: pageOf([{ ...aNode, maintenance }]), listClusterNodes: pageOf([]) },
  });
  await screen.findByRole('link', { name: aNode.name });
  expect(screen.queryAllByText(/11\/28.*–.*11\/28.* · New power supply/)).toHaveLength(isShown ? 1 : 0);
});

it('a switch that was rejected as stale works the second time', async () => {
  const inMaintenance = { ...aNode, status: 'maintenance' as const };
  let etag = aNode.etag;
  const { api } = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}`,
    as: 'admin',
    language: 'en',
    answers: {
      getNode: () => ({ ...inMaintenance, etag }),
      listAllWorkloads: pageOf([]),
      setNodeStatus: ({ headers }) => {
        if (headers['if-match'] === '"2"') return aNode;
        etag = '2';
        throw new ApiRefusal(412, { code: 'REQUEST_FAILED', requestId: 'r', details: { reason: 'STALE' } });
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aNode.name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End maintenance' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
  expect(await within(dialog).findByText(/Someone else changed this/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.of('setNodeStatus')).toHaveLength(2);
});

describe('machines that the maintenance of a node stopped', () => {
  const stopped = ['amy', 'bob'].map((user) => ({
    ...aWorkload,
    ...{ uid: user, user, node: null, status: 'STOPPED' as const, reason: 'Maintenance' },
    allowedActions: ['start' as const, 'destroy' as const],
  }));
  let left = stopped;
  beforeEach(() => {
    left = stopped;
  });
  const answers: Answers = {
    getNode: aNode,
    setNodeStatus: aNode,
    startAnyWorkload: ({ url }) => {
      left = left.filter(({ user }) => !url.pathname.includes(user));
      return stopped[0]!;
    },
    listAllWorkloads: ({ url: { searchParams } }) =>
      pageOf(
        searchParams.get('node') === aNode.name && searchParams.get('reason') === 'Maintenance' ? left : [],
      ),
  };
  const page = { path: `/admin/nodes/${aNode.region}/${aNode.name}`, as: 'admin', language: 'en' } as const;

  async function confirmStart() {
    const dialog = await screen.findByRole('dialog', { name: 'Start 2 instances?' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'The fan is new');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
    const results = await screen.findByRole('dialog', { name: /Start: 2 accepted/ });
    // The machines have started, so their notice disappears.
    await waitFor(() => expect(screen.queryByText(/haven’t been started since/)).toBeNull());
    expect(results).toBeVisible();
    await userEvent.click(within(results).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }

  it.each([
    ['page', ''],
    ['planned maintenance', '?tab=maintenance'],
  ])('are listed on the %s of the node, and can all be started there', async (_, tab) => {
    const { api } = await renderApp({ ...page, path: `${page.path}${tab}`, answers });
    await screen.findByText(/Maintenance stopped 2 machines that haven’t been started since/);
    expect(screen.getByRole('link', { name: 'Show them' })).toHaveAttribute(
      'href',
      '/admin/workloads?node=7-1&status=STOPPED&reason=Maintenance',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Start all' }));
    await confirmStart();
    expect(api.of('startAnyWorkload').map(({ body }) => body)).toEqual(
      stopped.map(() => expect.objectContaining({ reason: 'The fan is new' })),
    );
  });

  it('are named in the dialog that ends the maintenance, and can be started afterwards', async () => {
    let node: typeof aNode = { ...aNode, status: 'maintenance' };
    const setNodeStatus = () => (node = { ...aNode, etag: '2' });
    const { api } = await renderApp({ ...page, answers: { ...answers, getNode: () => node, setNodeStatus } });
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aNode.name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'End maintenance' }));
    const dialog = await screen.findByRole('dialog', { name: /End maintenance/ });
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: /Then start them all/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
    await confirmStart();
    expect(api.of('setNodeStatus')).toHaveLength(1);
  });
});

describe('several nodes at once', () => {
  const node = (name: string, changes: object = {}) => ({ ...aNode, name, ...changes });
  const fromGit = { managedBy: { tool: 'FLUX' as const, name: 'shop' } };
  const resting = { status: 'maintenance' as const };

  async function choose(action: string, answers: Answers) {
    const shown = await renderApp({
      path: '/admin/nodes',
      as: 'admin',
      language: 'en',
      answers: { listClusterNodes: pageOf([]), ...answers },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: /^\d selected$/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
    return { ...shown, dialog: await screen.findByRole('dialog') };
  }

  it('start maintenance with one reason, each at its version, and report each result', async () => {
    const nodes = [
      node('n1', { etag: '4', workloads: 2 }),
      node('n2', { etag: '7', workloads: 3 }),
      node('n3', resting),
      node('n4', fromGit),
    ];
    const { api, dialog } = await choose('Start maintenance', {
      listNodes: pageOf(nodes),
      setNodeStatus: ({ url }) => {
        if (url.pathname.includes('n1')) return node('n1', resting);
        throw new ApiRefusal(412, { code: 'REQUEST_FAILED', requestId: 'r', details: { reason: 'STALE' } });
      },
    });
    expect(dialog).toHaveAccessibleName('Start maintenance on 2 nodes');
    expect(dialog).toHaveTextContent('n1 and n2');
    expect(dialog).toHaveTextContent(/2 skipped.*: n3 and n4/);
    expect(dialog).toHaveTextContent('There are 5 instances on these nodes.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start maintenance' }));
    expect(await within(dialog).findByText('This field is required.')).toBeVisible();
    expect(api.of('setNodeStatus')).toEqual([]);
    await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'New firmware');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start maintenance' }));
    const results = await screen.findByRole('dialog', { name: /Start maintenance: 1 done, 1 failed/ });
    expect(results).toHaveTextContent('Done: n1');
    expect(results).toHaveTextContent(/n2: Someone else changed/);
    const body = { status: 'maintenance', maintenance: { reason: 'New firmware', noticeSeconds: 600 } };
    expect(api.of('setNodeStatus').map(({ headers, ...asked }) => [asked.body, headers['if-match']])).toEqual(
      [
        [body, '"4"'],
        [body, '"7"'],
      ],
    );
    await userEvent.click(within(results).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('button', { name: /selected$/ })).toBeNull();
  });

  it('end maintenance, with a link to the machines that it stopped', async () => {
    const { api, dialog } = await choose('End maintenance', {
      listNodes: pageOf([node('n1', resting), node('n2'), node('n3', { status: 'inactive' as const })]),
      setNodeStatus: node('n1'),
    });
    expect(dialog).toHaveAccessibleName('End maintenance of 1 node?');
    expect(within(dialog).getByRole('link', { name: /Show these machines/ })).toHaveAttribute(
      'href',
      '/admin/workloads?status=STOPPED&reason=Maintenance',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
    await screen.findByRole('dialog', { name: /End maintenance: 1 done, 0 failed/ });
    expect(api.of('setNodeStatus').map(({ body }) => body)).toEqual([{ status: 'active' }]);
  });

  it('are activated, except for nodes in maintenance', async () => {
    const { dialog } = await choose('Activate', {
      listNodes: pageOf([node('n1', resting), node('n2', { status: 'inactive' as const })]),
    });
    expect(dialog).toHaveAccessibleName('Activate 1 node?');
    expect(dialog).toHaveTextContent(/Skipped.*: n1/);
  });
});

const hereIs = (changes: object) => ({ ...aWorkload, ...changes });

async function askForMaintenance(answers: Answers) {
  const shown = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}`,
    as: 'admin',
    language: 'en',
    answers: { getNode: aNode, setNodeStatus: { ...aNode, status: 'maintenance' }, ...answers },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aNode.name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Start maintenance' }));
  return { ...shown, dialog: await screen.findByRole('dialog') };
}

describe('the dialog that starts maintenance', () => {
  it('shows how many machines stop, their owners and what happens next, with a link to their list', async () => {
    const { dialog, api } = await askForMaintenance({
      listAllWorkloads: pageOf([
        hereIs({ uid: '1', user: 'amy' }),
        hereIs({ uid: '2', user: 'bob', resume: 'AUTOMATIC' }),
        hereIs({ uid: '3', user: 'bob', status: 'STARTING', resume: 'AUTOMATIC' }),
        hereIs({ uid: '4', user: 'cleo' }),
        hereIs({ uid: '5', user: 'dan' }),
        hereIs({ uid: '6', user: 'eve', status: 'STOPPED' }),
      ]),
    });
    await within(dialog).findByText('5 machines will stop.');
    expect(within(dialog).getByText('Notified: bob (2), amy (1), cleo (1), and 1 more user.')).toBeVisible();
    expect(within(dialog).getByText(/^3 of them stay stopped until/)).toBeVisible();
    expect(within(dialog).getByText(/^2 of them start again on other nodes/)).toBeVisible();
    expect(within(dialog).getByText('1 stopped machine with a reserved term isn’t affected.')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: /Show these machines/ })).toHaveAttribute(
      'href',
      `/admin/workloads?node=${aNode.name}`,
    );
    const [asked] = api
      .of('listAllWorkloads')
      .filter(({ url }) => url.searchParams.get('pageSize') === '100');
    expect(asked?.url.searchParams.get('node')).toBe(aNode.name);
  });

  it('asks how many minutes in advance users are notified', async () => {
    const { dialog, api } = await askForMaintenance({ listAllWorkloads: pageOf([]) });
    const notice = within(dialog).getByRole('spinbutton', { name: /^Notice/ });
    expect(notice).toHaveValue(10);
    expect(dialog).toHaveTextContent('minutes');
    await userEvent.clear(notice);
    await userEvent.type(notice, '10081');
    await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'New firmware');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start maintenance' }));
    expect(await within(dialog).findByText('Enter a whole number from 0 to 10080.')).toBeVisible();
    await userEvent.clear(notice);
    await userEvent.type(notice, '120');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start maintenance' }));
    await waitFor(() =>
      expect(api.of('setNodeStatus')[0]?.body).toMatchObject({ maintenance: { noticeSeconds: 7_200 } }),
    );
  });

  it('updates when a machine stops', async () => {
    const { dialog, client } = await askForMaintenance({ listAllWorkloads: pageOf([aWorkload]) });
    await within(dialog).findByText(/^1 machine will stop/);
    const workload = { ...aWorkload, status: 'STOPPED', resourceVersion: '2' } as const;
    const { user, name } = workload;
    act(() => void applyLiveEvent(client, { type: 'workload', user, name, workload }));
    await within(dialog).findByText(/No machine is running on this node/);
  });

  it('shows that nothing is stopped if no machine runs', async () => {
    const { dialog } = await askForMaintenance({ listAllWorkloads: pageOf([]) });
    await within(dialog).findByText(/No machine is running on this node/);
    expect(within(dialog).queryByRole('link')).toBeNull();
  });

  it('shows that machines could not be loaded, retries, and can still start maintenance', async () => {
    let isDown = true;
    const { dialog, api } = await askForMaintenance({
      listAllWorkloads: () => {
        if (isDown) throw new ApiRefusal(400, { code: 'REQUEST_FAILED', requestId: 'r' });
        return pageOf([aWorkload]);
      },
    });
    await within(dialog).findByText(
      /The machines on this node couldn’t be loaded, but maintenance can be started/,
    );
    isDown = false;
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
    await within(dialog).findByText(/^1 machine will stop/);
    await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'New firmware');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start maintenance' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.of('setNodeStatus')).toHaveLength(1);
  });

  it('starts maintenance without waiting for the machines to load', async () => {
    const { dialog, api } = await askForMaintenance({ listAllWorkloads: () => new Promise(() => undefined) });
    expect(within(dialog).getByText(/^Looking up the machines on this node/)).toBeVisible();
    await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'New firmware');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start maintenance' }));
    await waitFor(() => expect(api.of('setNodeStatus')).toHaveLength(1));
  });
});

const east = { ...anAdminRegion, translations: { en: { displayName: 'East China' } } };
const sku = { ...anAdminSku, translations: { en: { displayName: 'Training' } } };

it('the form of a node has English choices in an English console', async () => {
  await renderApp({
    path: '/admin/nodes/create',
    as: 'admin',
    language: 'en',
    answers: {
      listRegions: pageOf([east]),
      listSkus: pageOf([sku]),
      listGpus: pageOf([]),
      listClusterNodes: pageOf([]),
    },
  });
  await screen.findByRole('option', { name: 'East China (9-1)' });
  await userEvent.click(screen.getByRole('button', { name: /Machine types/ }));
  await screen.findByText('Training (1)');
});

const host = {
  name: 'host-1',
  registeredAs: null,
  ready: true,
  allocatable: { cpu: 64, memory: 262_144 },
  gpus: [{ gpu: '1', count: 4 }],
  devices: [],
  controlPlane: false,
};
const other = { ...anAdminSku, name: 'a100-8', displayName: 'A100', gpu: 'a100', gpuNumber: 8 };

it('the form of a node warns about resources beyond its Kubernetes node and SKUs that do not fit', async () => {
  let hosts = pageOf<typeof host>([]);
  const { client } = await renderApp({
    path: '/admin/nodes/create',
    as: 'admin',
    language: 'en',
    answers: {
      listRegions: pageOf([east]),
      listSkus: pageOf([sku, other]),
      listGpus: pageOf([anAdminGpu]),
      listClusterNodes: () => hosts,
    },
  });
  await screen.findByLabelText(/^Kubernetes node$/);
  hosts = pageOf([host]);
  await act(() => client.invalidateQueries({ queryKey: ['listClusterNodes'] }));
  await screen.findByRole('option', { name: /host-1/ });
  await userEvent.selectOptions(screen.getByLabelText(/^Kubernetes node$/), 'host-1');
  expect(screen.queryByText(/has only/)).toBeNull();
  fireEvent.change(screen.getByLabelText(/^CPU cores/), { target: { value: '640' } });
  expect(await screen.findByText('The Kubernetes node has only 64.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /Machine types/ }));
  await screen.findByText('A100 · other GPU (a100-8)');
  expect(await screen.findAllByText('Training (1)')).not.toHaveLength(0);
});

describe('an unregistered host in the cluster', () => {
  const b200 = {
    ...host,
    name: 'gpu-b200',
    gpus: [],
    devices: [{ deviceName: 'nvidia.com/GB100_B200', count: 8 }],
  };
  const answers: Answers = {
    ...{ listRegions: pageOf([east]), listSkus: pageOf([sku]), listGpus: pageOf([anAdminGpu]) },
    ...{
      listNodes: pageOf([aNode]),
      listClusterNodes: pageOf([host, b200, { ...host, name: 'cp', controlPlane: true }]),
    },
  };

  it('is shown above the list of nodes, with a link to a filled-in form', async () => {
    await renderApp({ path: '/admin/nodes', as: 'admin', language: 'en', answers });
    await screen.findByText('2 hosts in the cluster aren’t registered as nodes');
    expect(screen.getByText(/nvidia.com\/GB100_B200 × 8 \(no GPU object; create one\)/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Register host-1' }));
    await waitFor(() => expect(screen.getByLabelText(/^CPU cores/)).toHaveValue(60));
    expect(screen.getByLabelText(/^Name/)).toHaveValue('host-1');
    expect(screen.getByLabelText(/^Region/)).toHaveValue(east.name);
  });

  it('is not registered as a host without GPUs if its GPUs are unknown', async () => {
    await renderApp({ path: '/admin/nodes/create?host=gpu-b200', as: 'admin', language: 'en', answers });
    await screen.findByText(/No GPU object matches nvidia.com\/GB100_B200/);
    expect(screen.getByLabelText(/^GPU /)).toHaveValue('');
    expect(screen.getByRole('link', { name: /Create GPU/ })).toHaveAttribute('href', '/admin/gpus/create');
  });
});

/** A term and its value. */
function textOf(fact: HTMLElement): string | null | undefined {
  return fact.closest('.pf-v6-c-description-list__group')?.textContent;
}

it.each([
  ['zh', ['未通过 GPU 检测', 'GPU 检测']],
  ['en', [FAILED_GPU_CHECK, BY_GPU_CHECK]],
] as const)(
  'shows in %s who quarantined a GPU that failed its check, and for what reason',
  async (language, said) => {
    const entry = { gpuNumber: 1, address: '0000:17:00.0', devicePlugin: 'OFFERS' as const, since: null };
    const quarantine = [{ ...entry, reason: FAILED_GPU_CHECK, by: BY_GPU_CHECK }];
    await renderApp({
      path: `/admin/nodes/${aNode.region}/${aNode.name}?tab=quarantine`,
      as: 'admin',
      language,
      answers: { getNode: { ...aNode, quarantine } },
    });
    const row = within((await screen.findByText(entry.address)).closest('tr')!);
    for (const words of said) expect(row.getByText(words)).toBeVisible();
  },
);

it.each([
  [
    'zh',
    /通过 3 张，未通过 1 张，无结果 0 张 · 用户释放后待检测 · 实例 train-1 的驱动于 .* 记录 Xid 79，释放后检测其 GPU$/,
  ],
  [
    'en',
    /3 passed, 1 failed, 0 without a result · a check is due after a customer · the driver in train-1 logged Xid 79 /,
  ],
] as const)(
  'shows the result of the last GPU check and the suspect machines, in %s',
  async (language, found) => {
    const gpuCheck = {
      ...{ due: 'CUSTOMER' as const, checkedAt: '2026-11-27T04:00:00.000Z' },
      ...{ passed: 3, failed: 1, inconclusive: 0 },
      suspects: [{ name: 'train-1', xid: 79, at: '2026-11-27T05:00:00.000Z' }],
    };
    await renderApp({
      path: `/admin/nodes/${aNode.region}/${aNode.name}`,
      as: 'admin',
      language,
      answers: {
        getNode: { ...aNode, gpuCheck },
        listClusterNodes: pageOf([]),
        listAllWorkloads: pageOf([]),
      },
    });
    expect(await screen.findByText(found)).toBeVisible();
  },
);
