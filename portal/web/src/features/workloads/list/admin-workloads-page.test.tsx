import { beforeEach, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/contract/workloads';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aWorkload } from '../../../testing/samples.ts';

const machines: Workload[] = ['alice', 'bob'].map((user) => ({
  ...aWorkload,
  uid: user,
  user,
  name: 'box',
  node: `node-of-${user}`,
  allowedActions: ['stop', 'restart', 'destroy'],
}));

beforeEach(() => localStorage.clear());

it('stops machines of several customers at once, and distinguishes equal names', async () => {
  const { api } = await renderApp({
    path: '/admin/workloads',
    as: 'admin',
    language: 'en',
    answers: { listAllWorkloads: pageOf(machines), stopAnyWorkload: machines[0]! },
  });
  await screen.findByText('node-of-bob');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: '2 selected' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('alice/box and bob/box');
  expect(dialog).not.toHaveTextContent('30 days');
  expect(dialog).toHaveTextContent('Users are no longer billed');
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Maintenance');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
  const results = await screen.findByRole('dialog', { name: /Stop: 2 accepted/ });
  expect(results).toHaveTextContent('Accepted: alice/box and bob/box');
  expect(api.of('stopAnyWorkload').map(({ url }) => url.pathname)).toEqual([
    '/api/v1/admin/workloads/alice/box/stop',
    '/api/v1/admin/workloads/bob/box/stop',
  ]);
  expect(api.of('stopAnyWorkload')[1]?.body).toEqual({ reason: 'Maintenance' });
});

it('names the owner, and destroys a machine only after user and name are typed', async () => {
  const { api } = await renderApp({
    path: '/admin/workloads',
    as: 'admin',
    language: 'en',
    answers: { listAllWorkloads: pageOf(machines), destroyAnyWorkload: machines[1]! },
  });
  const node = await screen.findByRole('link', { name: 'node-of-bob' });
  expect(node).toHaveAttribute('href', '/admin/nodes/9-1/node-of-bob');
  await userEvent.click(screen.getAllByRole('button', { name: /^Actions for/ })[1]!);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Destroy' }));
  const dialog = await screen.findByRole('dialog', { name: /Destroy bob\/box\?/ });
  const typed = within(dialog).getByRole('textbox', { name: 'Type “bob/box” to confirm' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Abuse');
  await userEvent.type(typed, 'box');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Destroy' }));
  expect(typed).toBeInvalid();
  expect(api.of('destroyAnyWorkload')).toHaveLength(0);
  await userEvent.clear(typed);
  await userEvent.type(typed, 'bob/box{Enter}');
  await screen.findByText('bob/box is being destroyed.');
  expect(api.of('destroyAnyWorkload')[0]?.url.pathname).toBe('/api/v1/admin/workloads/bob/box/destroy');
});

it.each([
  ['zh', '更多筛选', '收起筛选', ['节点', '规格', '排队状态', '计费方式']],
  ['en', 'More filters', 'Fewer filters', ['Node', 'Machine type', 'Queue', 'Pricing']],
] as const)(
  'shows rare filters on request, and active ones always, in %s',
  async (language, more, fewer, labels) => {
    await renderApp({
      path: '/admin/workloads?node=gpu-1',
      as: 'admin',
      language,
      answers: { listAllWorkloads: pageOf(machines) },
    });
    const shown = () =>
      labels.filter((name) =>
        ['combobox', 'button'].some((role) => screen.queryByRole(role, { name, expanded: false }) !== null),
      );
    const open = await screen.findByRole('button', { name: more, expanded: false });
    await waitFor(() => expect(shown()).toEqual([labels[0]]));
    await userEvent.click(open);
    await waitFor(() => expect(shown()).toEqual(labels));
    await userEvent.click(screen.getByRole('button', { name: fewer, expanded: true }));
    expect(shown()).toEqual([labels[0]]);
  },
);

it.each([
  ['zh', '排队状态: 排队中的实例'],
  ['en', 'Queue: Waiting in the queue'],
] as const)('lists only waiting machines on request, in %s', async (language, chip) => {
  const { api } = await renderApp({
    path: '/admin/workloads?waiting=true',
    as: 'admin',
    language,
    answers: { listAllWorkloads: pageOf(machines) },
  });
  expect(await screen.findByText(chip)).toBeVisible();
  expect(api.of('listAllWorkloads')[0]?.url.searchParams.get('waiting')).toBe('true');
});

it.each([
  ['zh', '原因: 节点维护', '节点维护'],
  ['en', 'Reason: Node maintenance', 'Node maintenance'],
] as const)(
  'explains why machines are stopped, in the list and its filter, in %s',
  async (language, chip, label) => {
    const stopped = { ...machines[0]!, status: 'STOPPED', reason: 'Maintenance' } as const;
    await renderApp({
      path: '/admin/workloads?status=STOPPED&reason=Maintenance',
      as: 'admin',
      language,
      answers: { listAllWorkloads: pageOf([stopped]) },
    });
    expect(await screen.findByText(chip)).toBeVisible();
    expect(await screen.findByText(label)).toBeVisible();
  },
);

it.each([
  ['zh', '调度', '只有等待中、已调度、运行中或已停止的实例可以调度。'],
  ['en', 'Schedule', 'Only machines that are pending, scheduled, running or stopped can be scheduled.'],
] as const)(
  'explains why a machine that is starting cannot be scheduled, in %s',
  async (language, action, why) => {
    const starting: Workload = {
      ...machines[0]!,
      status: 'STARTING',
      allowedActions: ['stop', 'destroy'],
    };
    await renderApp({
      path: '/admin/workloads',
      as: 'admin',
      language,
      answers: { listAllWorkloads: pageOf([starting]) },
    });
    const [menu] = await screen.findAllByRole('button', { name: /alice\/box/ });
    await userEvent.click(menu!);
    const item = await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent(why);
    await userEvent.click(item);
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);
