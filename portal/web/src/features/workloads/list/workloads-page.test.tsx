import { beforeEach, expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/contract/workloads';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers, type ReceivedRequest } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aBalance, aConfig, anImage, aWorkload } from '../../../testing/samples.ts';

const machine = (name: string, change: Partial<Workload> = {}): Workload => ({
  ...aWorkload,
  uid: name,
  name,
  ...change,
});
const stopped: Partial<Workload> = {
  status: 'STOPPED',
  allowedActions: ['start', 'destroy'],
  startPrice: { price: '7.20', unit: 'HOUR' },
};
const fleet = [machine('one', stopped), machine('two', stopped), machine('three')];

beforeEach(() => localStorage.clear());

function open(answers: Answers = {}) {
  return renderApp({
    path: '/workloads',
    language: 'en',
    answers: { listWorkloads: pageOf(fleet), ...answers },
  });
}

const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }));

async function choose(count: number, action: string) {
  await userEvent.click(screen.getByRole('button', { name: `${count} selected` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
}

it('starts several machines at once, with the cost before and each result after', async () => {
  const answer = ({ url }: ReceivedRequest): Workload => {
    if (url.pathname.includes('/two/'))
      throw new ApiRefusal(402, { code: 'INSUFFICIENT_FUNDS', requestId: 'r', details: { missing: '1.00' } });
    return fleet[0]!;
  };
  const { api } = await open({ startWorkload: answer });
  await tick('Select all on this page');
  const dialog = await choose(3, 'Start');
  expect(dialog).toHaveTextContent('Start 2 instances?');
  expect(dialog).toHaveTextContent('One hour for each, $2.00 (¥14.40) in total, is held');
  expect(dialog).toHaveTextContent('status doesn’t allow this: three');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  const results = await screen.findByRole('dialog', { name: /Start: 1 accepted, 1 failed/ });
  expect(results).toHaveTextContent('Accepted: one');
  expect(results).toHaveTextContent(/two: .*balance/i);
  expect(api.of('startWorkload').map(({ body }) => body)).toEqual([
    { expectedPrice: '7.20', expectedUnit: 'HOUR' },
    { expectedPrice: '7.20', expectedUnit: 'HOUR' },
  ]);
  await userEvent.click(within(results).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('button', { name: /selected$/ })).toBeNull();
});

it('destroys several machines only after their number is typed', async () => {
  const { api } = await open({ destroyWorkload: { ...aWorkload, status: 'DESTROYING' } });
  await tick('Select one');
  await tick('Select two');
  const dialog = await choose(2, 'Destroy');
  const button = within(dialog).getByRole('button', { name: 'Destroy' });
  await userEvent.click(button);
  expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription('This field is required.');
  expect(api.of('destroyWorkload')).toEqual([]);
  await userEvent.type(within(dialog).getByRole('textbox'), '2');
  await userEvent.click(button);
  await screen.findByRole('dialog', { name: /Destroy: 2 accepted, 0 failed/ });
  expect(api.of('destroyWorkload')).toHaveLength(2);
});

async function destroy(count: number) {
  const dialog = await choose(count, 'Destroy');
  await userEvent.type(within(dialog).getByRole('textbox'), String(count));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Destroy' }));
  return dialog;
}

it('stops between two machines when the dialog is canceled, and names those left unchanged', async () => {
  const answers: ((workload: Workload) => void)[] = [];
  const { api } = await open({ destroyWorkload: () => new Promise((resolve) => answers.push(resolve)) });
  await tick('Select all on this page');
  const dialog = await destroy(3);
  expect(await within(dialog).findByRole('button', { name: /0 of 3 done/ })).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  answers[0]?.(fleet[0]!);
  const results = await screen.findByRole('dialog', { name: /Destroy: 1 accepted, 0 failed/ });
  expect(results).toHaveTextContent('Left unchanged, because you canceled: two and three');
  expect(api.of('destroyWorkload')).toHaveLength(1);
});

it('names ten of many machines and counts the rest, and folds the reasons of further failures', async () => {
  const many = Array.from({ length: 15 }, (_, index) => machine(`m-${index + 1}`, stopped));
  const refuse = () => {
    throw new ApiRefusal(402, { code: 'INSUFFICIENT_FUNDS', requestId: 'r', details: { missing: '1.00' } });
  };
  const { api } = await open({ listWorkloads: pageOf(many), startWorkload: refuse });
  await tick('Select all on this page');
  const dialog = await choose(15, 'Start');
  expect(dialog).toHaveTextContent('m-9, m-10, and 5 more');
  expect(dialog).not.toHaveTextContent('m-11');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  const results = await screen.findByRole('dialog', { name: /Start: 0 accepted, 15 failed/ });
  expect(api.of('startWorkload')).toHaveLength(15);
  expect(within(results).getByText(/^m-10: /)).toBeVisible();
  expect(within(results).getByText(/^m-11: /)).not.toBeVisible();
  await userEvent.click(within(results).getByRole('button', { name: '5 more' }));
  expect(within(results).getByText(/^m-11: /)).toBeVisible();
});

it('destroys reserved machines for the displayed refunds', async () => {
  const term = (refund: string) => ({
    term: {
      ...{ start: aWorkload.createdAt, end: '2026-12-21T09:00:00.000Z', lateSeconds: 0 },
      ...{ charge: '100.00', credited: '0.00', refund },
    },
  });
  const { api } = await open({
    listWorkloads: pageOf([machine('one', term('72.00')), machine('two', term('64.80')), machine('three')]),
    destroyWorkload: aWorkload,
  });
  await tick('Select all on this page');
  const dialog = await destroy(3);
  expect(dialog).toHaveTextContent('$19.00 (¥136.80) is refunded to the balance.');
  expect(dialog).not.toHaveTextContent('{{');
  await screen.findByRole('dialog', { name: /Destroy: 3 accepted/ });
  expect(api.of('destroyWorkload').map(({ body }) => body)).toEqual([
    { expectedRefund: '72.00' },
    { expectedRefund: '64.80' },
    undefined,
  ]);
});

it('offers bulk actions only while a row is selected', async () => {
  await open();
  await screen.findByRole('checkbox', { name: 'Select three' });
  expect(screen.queryByRole('button', { name: /selected$|^Clear selection$/ })).toBeNull();
  await tick('Select three');
  expect(screen.getByRole('button', { name: '1 selected' })).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('button', { name: /selected$|^Clear selection$/ })).toBeNull();
});

it('offers no action that none of the selected machines allows', async () => {
  await open();
  await tick('Select three');
  await userEvent.click(screen.getByRole('button', { name: '1 selected' }));
  expect(await screen.findByRole('menuitem', { name: 'Start' })).toBeDisabled();
  expect(screen.getByRole('menuitem', { name: 'Stop' })).toBeEnabled();
});

it('shows the chosen columns and stores the choice', async () => {
  await open();
  expect(await screen.findByRole('columnheader', { name: 'Region' })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Node' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('checkbox', { name: 'Name' })).toBeDisabled();
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Node' }));
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Region' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('columnheader', { name: 'Node' })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Region' })).toBeNull();
  expect(localStorage.getItem('columns/user/workloads')).toBe('["mode","region"]');
  const file = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Export CSV' }).href);
  expect(file.searchParams.get('columns')).toBe('name,status,sku,node,ssh,price,cost,createdAt');
});

it('stores no usernames with the columns', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(Object.keys(localStorage).filter((key) => key.includes('columns'))).toEqual([
    'columns/user/workloads',
  ]);
});

it('shows which machines stop when the balance runs out, and links to the recharge page', async () => {
  const reserved = machine('paid', { pricing: { ...aWorkload.pricing, mode: 'RESERVED' } });
  const listWorkloads = pageOf([...fleet, reserved]);
  await open({ listWorkloads, getBalance: { ...aBalance, runwayHours: 0.95 } });
  const row = (await screen.findByRole('link', { name: 'three' })).closest('tr')!;
  await waitFor(() => expect(row).toHaveTextContent(/stops in 57m/));
  expect(screen.getAllByText(/stops in/)).toHaveLength(1);
  expect(screen.getByText(/Balance runs out in 57 minutes/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add funds' })).toHaveAttribute(
    'href',
    '/recharge?returnTo=%2Fworkloads',
  );
});

it.each([
  ['zh', '停止', '选择本页全部', /已停止实例的磁盘数据保留 30 天/, '停机与保留规则'],
  ['en', 'Stop', 'Select all on this page', /kept for 30 days/, 'How machines stop and disks are kept'],
] as const)(
  'shows how long disks of stopped machines are kept, and links to the terms (%s)',
  async (...[language, stop, all, sentence, rules]) => {
    await renderApp({
      path: '/workloads',
      as: 'user',
      language,
      answers: { listWorkloads: pageOf([machine('three')]) },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: all }));
    await userEvent.click(screen.getByRole('button', { name: /^(1 selected|已选 1)/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: stop }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(sentence);
    expect(dialog).not.toHaveTextContent(aConfig.dunning[language]);
    expect(within(dialog).getByRole('link', { name: rules })).toHaveAttribute('href', '/terms');
  },
);

it('shows in the list when planned maintenance stops a machine', async () => {
  const plannedMaintenance = {
    startTime: new Date(2026, 10, 28, 2).toISOString(),
    endTime: new Date(2026, 10, 28, 6).toISOString(),
    reason: 'New power supply',
    startsAfterwards: false,
  };
  await open({ listWorkloads: pageOf([machine('one', { plannedMaintenance }), machine('two')]) });
  expect(await screen.findByText(/^Running · maintenance 11\/28,? 02:00$/)).toBeVisible();
});

it('postpones an automatic stop from the list, which shows its time', async () => {
  const stopAt = new Date(2026, 2, 1, 18, 30).toISOString();
  const { api } = await open({
    listWorkloads: pageOf([machine('one', { stopAt, autoStopAt: stopAt }), machine('two')]),
    updateWorkload: machine('one'),
  });
  expect(await screen.findByText('Running · stops at 18:30')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'One more hour' }));
  await screen.findByText(/one stops .* instead/);
  expect(api.of('updateWorkload')[0]?.body).toEqual({
    postponedUntil: new Date(2026, 2, 1, 19, 30).toISOString(),
  });
});

it('shows the image, the access and the age of each machine', async () => {
  const createdAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const windows = machine('two', { createdAt, sshPort: null, rdpPort: 30_389 });
  await open({
    listWorkloads: pageOf([machine('one', { createdAt }), windows]),
    listCatalogueImages: pageOf([anImage]),
  });
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!;
  const [one, two] = [await rowOf('one'), await rowOf('two')];
  await waitFor(() => expect(one).toHaveTextContent(anImage.description));
  expect(one).toHaveTextContent('ssh -p 30022 1000@192.0.2.1');
  expect(one).toHaveTextContent('3d ago');
  expect(within(two).getByRole('button', { name: 'Copy: Remote Desktop' })).toBeVisible();
  expect(two).toHaveTextContent('192.0.2.1:30389');
});

it('shows briefly why a machine does not run, unless its owner has stopped it', async () => {
  const stops = { RunwayEnded: 'Balance used up', ScheduledStop: 'Stopped as scheduled', StopRequested: '' };
  const machines = Object.keys(stops).map((reason) => machine(reason, { ...stopped, reason }));
  await open({ listWorkloads: pageOf([...machines, machine('Running')]) });
  for (const [reason, text] of Object.entries({ ...stops, Running: '' })) {
    const row = (await screen.findByRole('link', { name: reason })).closest('tr')!;
    const [, , status] = within(row).getAllByRole('cell');
    expect(status).toHaveTextContent(new RegExp(`^(Stopped|Running)\\s*${text}$`));
  }
});

it('shows when the term of a reserved machine ends', async () => {
  const termEnd = new Date(2026, 11, 21, 9).toISOString();
  await open({ listWorkloads: pageOf([machine('one', { termEnd }), machine('two')]) });
  expect(await screen.findByText(/^until 12\/21,? 09:00$/)).toBeVisible();
});

it('orders another machine like one of the list', async () => {
  await open({ listWorkloads: pageOf([machine('one')]) });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for one' }));
  const { sku, region, pricing } = aWorkload;
  expect(await screen.findByRole('menuitem', { name: 'Order again' })).toHaveAttribute(
    'href',
    `/workloads/create?sku=${sku}&region=${region}&mode=${pricing.mode}`,
  );
});
