import type { Node } from '@gpulease/contract/catalogue';
import type { Workload } from '@gpulease/contract/workloads';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf, type FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aNode, aWorkload } from '../../../testing/samples.ts';

const maintenance = {
  ...{ reason: 'New power supply', noticeSeconds: 600, startAfterwards: true },
  ...{ startTime: '2999-11-28T02:00:00.000Z', endTime: '2999-11-28T06:00:00.000Z' },
};
const planned = { ...aNode, maintenance };

const machine = (uid: string, changes: Partial<Workload>): Workload => ({
  ...aWorkload,
  ...{ uid, name: `m${uid}`, user: 'amy' },
  ...changes,
});

async function open(node: Node, machines: Workload[], language: 'zh' | 'en' = 'en'): Promise<FakeApi> {
  const { api } = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}?tab=maintenance`,
    ...{ as: 'admin', language },
    answers: {
      getNode: node,
      planMaintenance: node,
      // Stopped machines that wait for a manual start are requested by their reason.
      listAllWorkloads: ({ url }) => pageOf(url.searchParams.has('reason') ? [] : machines),
    },
  });
  return api;
}

it('each machine has a row with the effect of the planned maintenance', async () => {
  const api = await open(planned, [
    machine('1', {}),
    machine('2', { resume: 'AUTOMATIC' }),
    machine('3', { diskOnNode: true, status: 'PENDING' }),
  ]);
  const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(`${name}\\b`) });
  expect(await rowOf('m1')).toHaveTextContent(/amy.*Stops; starts again when it is over.*On any node/);
  expect(await rowOf('m2')).toHaveTextContent('starts again on another node');
  expect(await rowOf('m3')).toHaveTextContent(/Starts when it is over.*Only on this node/);
  const [paged] = api.of('listAllWorkloads').filter(({ url }) => url.searchParams.get('pageSize') === '20');
  expect(paged?.url.searchParams.get('node')).toBe(aNode.name);
});

it('a plan that starts no machines states that for the node and each machine', async () => {
  await open({ ...aNode, maintenance: { ...maintenance, startAfterwards: false } }, [machine('1', {})]);
  expect(await screen.findByText(/Machines it stops stay off/)).toBeVisible();
  expect(await screen.findByText('Stops; stays off until someone starts it')).toBeVisible();
});

it('current maintenance shows how many machines are stopped and how many start afterwards', async () => {
  const stopped = { status: 'STOPPED', reason: 'Maintenance', node: null } as const;
  await open({ ...planned, status: 'maintenance' }, [
    machine('1', { ...stopped, allowedActions: ['stop', 'start'] }),
    machine('2', { ...stopped, allowedActions: ['start'] }),
    machine('3', {}),
  ]);
  expect(await screen.findByRole('progressbar', { name: 'Machines stopped' })).toHaveAttribute(
    'aria-valuetext',
    '2 of 3',
  );
  expect(screen.getByText('1 of them starts again when the maintenance is over.')).toBeVisible();
});

it('maintenance is planned with or without a start afterwards, and the dialog explains the effect', async () => {
  const api = await open(planned, [machine('1', {})]);
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    await within(dialog).findByText('1 of them starts again when the maintenance is over.'),
  ).toBeVisible();
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Start the stopped machines again/ }));
  expect(await within(dialog).findByText(/^1 of them stays stopped until/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Plan maintenance' }));
  await waitFor(() =>
    expect(api.of('planMaintenance')).toMatchObject([{ body: { startAfterwards: false } }]),
  );
});

it('the tab is in Chinese for a Chinese reader', async () => {
  await open(planned, [machine('1', {})], 'zh');
  expect(await screen.findByText('停止，维护结束后自动启动')).toBeVisible();
  expect(screen.getByText('维护停止的实例将在结束后自动启动。')).toBeVisible();
});
