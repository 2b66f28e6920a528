import type { Device } from '@gpulease/contract/catalogue';
import { FAILED_GPU_CHECK } from '@gpulease/crds';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aConfig, aNode, anAdminRegion, aWorkload } from '../../../testing/samples.ts';

const time = '2026-11-27T04:00:00.000Z';
const machine = { user: 'demo', name: 'train' };
const uid = '00000000-0000-4000-8000-000000000001';
const gpuUuid = 'GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f';
const formerUuid = 'GPU-00000000-0000-4000-8000-000000000000';
const path = `/admin/nodes/${aNode.region}/${aNode.name}`;

const event = (
  type: Device['history'][number]['type'],
  changes: Partial<Device['history'][number]> = {},
) => ({
  ...{ time, type, machine: null, message: null, xid: null },
  ...changes,
});
const device = (name: string, changes: Partial<Device> = {}): Device => ({
  ...{ name, uuid: null, serial: null, status: 'FREE', quarantine: null },
  ...{ machine: null, history: [event('HEALTHY')] },
  ...changes,
});

beforeEach(() => localStorage.clear());

it.each([
  ['zh', 'Xid 79', /^已隔离：Xid 79$/, ['更早的 1 条记录', '分配给 demo/train']],
  ['zh', FAILED_GPU_CHECK, /^已隔离：未通过 GPU 检测$/, ['更早的 1 条记录', '分配给 demo/train']],
  ['en', 'Xid 79', /^In quarantine: Xid 79$/, ['1 earlier event', 'Given to demo/train']],
] as const)(
  'shows the GPUs of a node with their history, in %s (%s)',
  async (language, reason, latest, [more, before]) => {
    const history = [event('QUARANTINED', { message: reason }), event('ASSIGNED', { machine })];
    const sick = device('0000:17:00.0', { status: 'QUARANTINED', quarantine: reason, machine, history });
    await renderApp({
      path: `${path}?tab=devices`,
      as: 'admin',
      language,
      answers: { getNode: aNode, listNodeDevices: pageOf([sick]) },
    });
    const row = within((await screen.findByText('0000:17:00.0')).closest('tr')!);
    expect(row.getByRole('link', { name: 'demo/train' })).toHaveAttribute(
      'href',
      '/admin/workloads/demo/train',
    );
    expect(row.getByText(latest)).toBeVisible();
    await userEvent.click(row.getByRole('button', { name: more }));
    expect(row.getByText(before)).toBeVisible();
  },
);

it.each([
  ['zh', 'SUSPECTED', 79, '疑似故障：demo/train 的驱动记录 Xid 79'],
  ['zh', 'SUSPECTED', null, '疑似故障：demo/train 的用户上报 GPU 故障'],
  ['en', 'SUSPECTED', 79, 'Suspect: the driver in demo/train logged Xid 79'],
  ['en', 'SUSPECTED', null, 'Suspect: the customer of demo/train reported a GPU'],
  ['zh', 'CHECK_UNCLEAR', null, '空闲 GPU 有一张未通过检测，但未能确定是哪一张，可能是这张'],
] as const)('explains in %s why a GPU is suspect (%s, %s)', async (language, type, xid, said) => {
  const history = [event(type, { xid, machine: type === 'SUSPECTED' ? machine : null })];
  const answers = { getNode: aNode, listNodeDevices: pageOf([device('0000:17:00.0', { history })]) };
  await renderApp({ path: `${path}?tab=devices`, as: 'admin', language, answers });
  expect(await screen.findByText(said)).toBeVisible();
});

it.each([
  [
    'zh',
    ['复制UUID', '复制序列号'],
    [/^未通过检测：2 uncorrectable ECC errors$/, /^通过检测$/, `已更换，更换前为 ${formerUuid}`],
  ],
  [
    'en',
    ['Copy: UUID', 'Copy: Serial number'],
    [
      /^Failed the check: 2 uncorrectable ECC errors$/,
      /^Passed the check$/,
      `Replaced; previously ${formerUuid}`,
    ],
  ],
] as const)(
  'offers to copy the UUID and serial number that a GPU check reported, in %s',
  async (language, copies, told) => {
    const history = [
      event('CHECK_FAILED', { message: '2 uncorrectable ECC errors' }),
      event('CHECK_PASSED'),
      event('EXCHANGED', { message: formerUuid }),
    ];
    const known = device('0000:17:00.0', { uuid: gpuUuid, serial: '1320921000123', history });
    const answers = { getNode: aNode, listNodeDevices: pageOf([known, device('0000:1a:00.0')]) };
    await renderApp({ path: `${path}?tab=devices`, as: 'admin', language, answers });
    const row = within((await screen.findByText(gpuUuid)).closest('tr')!);
    expect(row.getByText('1320921000123')).toBeVisible();
    for (const name of copies) expect(row.getByRole('button', { name })).toBeVisible();
    await userEvent.click(row.getByRole('button', { name: /2/ }));
    for (const text of told) expect(row.getByText(text)).toBeVisible();
    const other = within(screen.getByText('0000:1a:00.0').closest('tr')!);
    expect(other.queryByRole('button')).toBeNull();
  },
);

it.each([
  ['AFTER_FAULTS', true],
  ['NEVER', false],
] as const)('checks free GPUs on request if the policy is %s: %s', async (policy, isOffered) => {
  const { api } = await renderApp({
    ...{ path: `${path}?tab=devices`, as: 'admin', language: 'en' },
    answers: {
      ...{ getNode: aNode, listNodeDevices: pageOf([device('0000:17:00.0')]), checkGpus: aNode },
      getRegion: { ...anAdminRegion, gpuCheckPolicy: policy },
    },
  });
  await screen.findByText('0000:17:00.0');
  await waitFor(() => expect(api.of('getRegion')).toHaveLength(1));
  const button = await screen.findByRole('button', { name: 'Check free GPUs now' }).catch(() => undefined);
  expect(button !== undefined).toBe(isOffered);
  if (button === undefined) return;
  await userEvent.click(button);
  expect(await screen.findByText(/will be checked within a few minutes/)).toBeVisible();
  expect(api.of('checkGpus').map(({ url }) => url.pathname)).toEqual([
    expect.stringMatching(new RegExp(`/nodes/${aNode.name}/gpu-check$`)),
  ]);
});

it.each([
  ['zh', ['已隔离', '使用中', '空闲', '已售'], '繁忙'],
  ['en', ['In quarantine', 'In use', 'Free', 'Sold'], 'Busy'],
] as const)(
  'the page of a node has a tile for each GPU with its status, machine and load, in %s',
  async (language, [sick, inUse, free, sold], busy) => {
    const idle = { user: 'demo', name: 'idle' };
    const devices = [
      device('0000:17:00.0', { status: 'QUARANTINED', quarantine: 'Xid 79' }),
      device('0000:1a:00.0', { status: 'IN_USE', machine }),
      device('0000:1c:00.0', { status: 'IN_USE', machine: idle }),
    ];
    const idleUid = uid.replace(/1$/, '2');
    const none = { gpuMemory: null, idle: null };
    await renderApp({
      ...{ path, as: 'admin', language },
      answers: {
        getConfig: { ...aConfig, measuresGpus: true },
        getNode: {
          ...aNode,
          resources: { ...aNode.resources, gpuNumber: 5 },
          allocated: { ...aNode.allocated!, gpus: 3 },
        },
        listNodeDevices: pageOf(devices),
        listAllWorkloads: pageOf([
          { ...aWorkload, ...machine, uid },
          { ...aWorkload, ...idle, uid: idleUid },
        ]),
        getAnyWorkloadGauges: {
          available: true,
          items: [
            { uid, gpuUse: 77.6, ...none },
            { uid: idleUid, gpuUse: 0, ...none },
          ],
        },
      },
    });
    expect(await screen.findByText(busy)).toBeVisible();
    const tiles = within(screen.getByRole('list', { name: language === 'zh' ? 'GPU 设备' : 'GPUs' }));
    const texts = tiles.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      `0000:17:00.0${sick}`,
      expect.stringMatching(new RegExp(`^0000:1a:00.0${busy}demo/train.*78%$`)),
      expect.stringMatching(new RegExp(`^0000:1c:00.0${inUse}demo/idle.*0%$`)),
      `GPU${free}`,
      `GPU${sold}`,
    ]);
    expect(tiles.getByRole('link', { name: '0000:17:00.0' })).toHaveAttribute('href', `${path}?tab=devices`);
  },
);
