import { expect, it } from '@jest/globals';
import type { Workload } from '@gpulease/contract/workloads';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aConfig, aRegion, aWorkload } from '../../../testing/samples.ts';

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1 alice@laptop';
const port = { protocol: 'TCP', port: 8888, targetPort: 8888, endpoint: null } as const;
const machine: Workload = { ...aWorkload, authorizedKeys: [key], ports: [port], etag: '7' };

function open(path: string, answers: Answers = {}, workload = machine) {
  return renderApp({
    path: `/workloads/${workload.name}${path}`,
    language: 'en',
    answers: { getWorkload: workload, listSshKeys: pageOf([]), updateWorkload: workload, ...answers },
  });
}

const save = async () =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));

it('adds a port to a machine at the displayed version', async () => {
  const { api } = await open('?tab=network');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit port mappings' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add port' }));
  expect(screen.getByText(/Takes effect immediately/)).toBeVisible();
  await save();
  expect(await screen.findByText('Settings for 1-1 saved.')).toBeVisible();
  const [asked] = api.of('updateWorkload');
  expect(asked?.headers['if-match']).toBe('"7"');
  const { endpoint: _, ...kept } = port;
  expect(asked?.body).toEqual({ ports: [kept, { protocol: 'TCP', port: 8889, targetPort: 8889 }] });
});

it.each([
  ['zh', '编辑端口映射', '端口映射'],
  ['en', 'Edit port mappings', 'Port mappings'],
] as const)('names ports only in the title of the dialog (%s)', async (language, title, ports) => {
  const answers = { getWorkload: machine, listSshKeys: pageOf([]) };
  await renderApp({ path: `/workloads/${machine.name}?tab=network`, language, answers });
  await userEvent.click(await screen.findByRole('button', { name: title }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByRole('group', { name: ports })).toBeVisible();
  expect(dialog.queryByText(ports)).toBeNull();
});

it.each([
  ['zh', '编辑 SSH 公钥', 'textbox', 'SSH 公钥'],
  ['en', 'Edit SSH keys', 'textbox', 'SSH keys'],
  ['en', 'Edit what happens after the platform stops it', 'radiogroup', 'After the platform stops it'],
] as const)('names the setting only in the title (%s: %s)', async (language, title, role, name) => {
  const answers = { getWorkload: { ...machine, interruptible: true }, listSshKeys: pageOf([]) };
  await renderApp({ path: `/workloads/${machine.name}`, language, answers });
  await userEvent.click(await screen.findByRole('button', { name: title }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByRole(role, { name })).toBeVisible();
  expect(dialog.queryByText(name)).toBeNull();
});

it('lets a machine start on other hardware if its own fails', async () => {
  const { api } = await open('');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Edit what happens if the hardware fails' }),
  );
  await userEvent.click(await screen.findByRole('radio', { name: /Start on other hardware/ }));
  await save();
  expect(await screen.findByText('Settings for 1-1 saved.')).toBeVisible();
  expect(api.of('updateWorkload')[0]?.body).toEqual({ onNodeLoss: 'MOVE_IF_POSSIBLE' });
});

it('suggests a port that is unused on both sides', async () => {
  await open('?tab=network', {}, { ...machine, ports: [{ ...port, port: 8080 }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit port mappings' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add port' }));
  const [, second] = screen.getAllByRole('spinbutton', { name: /Machine port/ });
  expect(second).toHaveValue(8889);
});

it('shows that the platform assigned a public port other than the preferred one', async () => {
  const assigned = { ...port, port: 8888, endpoint: { address: '198.51.100.8', port: 31_038 } };
  await open('?tab=network', {}, { ...machine, ports: [assigned] });
  const row = (await screen.findByText('198.51.100.8:31038')).closest('tr');
  expect(row).toHaveTextContent('Assigned by the platform');
});

it('asks before Escape discards edits', async () => {
  await open('?tab=network');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit port mappings' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add port' }));
  await userEvent.keyboard('{Escape}');
  const question = within(await screen.findByRole('dialog', { name: /Discard/ }));
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findAllByRole('spinbutton', { name: /Machine port/ })).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: /^Discard/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Edit port mappings' }));
  await screen.findByRole('spinbutton', { name: /Machine port/ });
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows a duplicate port at its field, and sends nothing', async () => {
  const { api } = await open('?tab=network');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit port mappings' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add port' }));
  const [, second] = screen.getAllByRole('spinbutton', { name: /Preferred public port/ });
  await userEvent.clear(second!);
  await userEvent.type(second!, '8888');
  await save();
  expect(await screen.findByText('This port is already in the list.')).toBeVisible();
  expect(api.of('updateWorkload')).toEqual([]);
});

it('replaces the keys, and shows when they take effect', async () => {
  const { api } = await open('');
  expect(await screen.findByText(/alice@laptop/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit SSH keys' }));
  const pasted = await screen.findByRole('textbox', { name: /SSH keys/ });
  expect(screen.getByText(/next time the instance starts or restarts/)).toBeVisible();
  await userEvent.clear(pasted);
  await save();
  expect(
    await screen.findByText('Select saved keys, paste keys, one per line, or create a key pair'),
  ).toBeVisible();
  const other = key.replace('alice', 'bob');
  await userEvent.type(pasted, other);
  await save();
  await screen.findByText('Settings for 1-1 saved.');
  expect(api.of('updateWorkload')[0]?.body).toEqual({ authorizedKeys: [other] });
});

const refuseStale = () => {
  throw new ApiRefusal(412, { code: 'REQUEST_FAILED', requestId: 'r', details: { reason: 'STALE' } });
};

it('stays open with the reason when the change is refused', async () => {
  await open('?tab=network', { updateWorkload: () => refuseStale() });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit port mappings' }));
  await screen.findByRole('button', { name: 'Add port' });
  await save();
  expect(await within(screen.getByRole('dialog')).findByText(/changed/i)).toBeVisible();
});

/** Adds a port while another user changes the machine. */
async function addPortWhile(change: Partial<Workload>) {
  let now = machine;
  const shown = await open('?tab=network', {
    getWorkload: () => now,
    updateWorkload: ({ headers }) => {
      now = { ...machine, ...change, etag: '8' };
      return headers['if-match'] === '"8"' ? now : refuseStale();
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit port mappings' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add port' }));
  await save();
  return shown;
}

it('saves after an unrelated change by the platform, such as a start', async () => {
  const { api } = await addPortWhile({ status: 'STARTING' });
  expect(await screen.findByText('Settings for 1-1 saved.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  const asked = api.of('updateWorkload').map(({ headers }) => headers['if-match']);
  expect(asked).toEqual(['"7"', '"8"']);
});

it('keeps an edit if the setting was changed elsewhere, and saves it once that change was shown', async () => {
  const { api } = await addPortWhile({ ports: [{ ...port, targetPort: 80 }] });
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('Someone else changed this')).toBeVisible();
  expect(dialog.getAllByRole('spinbutton', { name: /Preferred public port/ })).toHaveLength(2);
  await save();
  expect(await screen.findByText('Settings for 1-1 saved.')).toBeVisible();
  expect(api.of('updateWorkload')[1]?.headers['if-match']).toBe('"8"');
});

it('offers no changes to a machine that is being destroyed', async () => {
  await open('', {}, { ...machine, status: 'DESTROYING' });
  await screen.findByText(/alice@laptop/);
  expect(screen.queryByRole('button', { name: 'Edit SSH keys' })).toBeNull();
});

it("shows a waiting machine's place in the queue and what it waits for", async () => {
  const waiting = { status: 'PENDING', reason: 'NoCapacity', message: 'No room.', queuePlace: 3 } as const;
  await open('', { listCatalogueRegions: pageOf([aRegion]) }, { ...machine, ...waiting });
  expect(await screen.findByText(/Position 3 in the queue for 4090 × 1 in/)).toBeVisible();
});

it.each([
  ['zh', '退出排队', '实例 1-1 退出排队？', /当前的排队位置不再保留/],
  ['en', 'Leave the queue', 'Take 1-1 out of the queue?', /the instance loses its place/],
] as const)('has an action to leave the queue (%s)', async (language, leave, question, consequence) => {
  const waiting = { status: 'PENDING', reason: 'NoCapacity', message: 'No room.', queuePlace: 3 } as const;
  const queued: Workload = { ...machine, ...waiting, allowedActions: ['stop'] };
  const { api } = await renderApp({
    path: `/workloads/${machine.name}`,
    language,
    answers: { getWorkload: queued, stopWorkload: queued },
  });
  await userEvent.click(await screen.findByRole('button', { name: leave }));
  const dialog = within(await screen.findByRole('dialog', { name: question }));
  expect(dialog.getByText(consequence)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: leave }));
  await waitFor(() => expect(api.of('stopWorkload')).toHaveLength(1));
});

it('shows that a machine without GPUs waits for CPU capacity', async () => {
  const waiting = { status: 'PENDING', reason: 'NoCapacity', message: 'No room.', queuePlace: 3 } as const;
  const resources = { ...machine.resources, gpuModel: null, gpuNumber: 0 };
  await open('', { listCatalogueRegions: pageOf([aRegion]) }, { ...machine, ...waiting, resources });
  expect(await screen.findByText(/Position 3 in the queue for CPU-only capacity in/)).toBeVisible();
});

it('opens with an empty row if there is no port', async () => {
  const { api } = await open('?tab=network', {}, { ...machine, ports: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'Add port' }));
  expect(await screen.findByRole('spinbutton', { name: /Machine port/ })).toHaveValue(8888);
  await save();
  await screen.findByText(/Settings for .* saved/);
  expect(api.of('updateWorkload')[0]?.body).toEqual({
    ports: [{ protocol: 'TCP', port: 8888, targetPort: 8888 }],
  });
});

const inRegion = {
  listCatalogueRegions: pageOf([{ ...aRegion, httpDomain: 'east.example.com' }]),
};
const host = { host: 'web.east.example.com', targetPort: 8080 };

it("adds a host under the region's domain, and shows when it takes effect", async () => {
  const { api } = await open('?tab=network', inRegion);
  await userEvent.click(await screen.findByRole('button', { name: 'Add HTTP host' }));
  const field = await screen.findByRole('textbox', { name: /HTTP host/ });
  expect(field).toHaveValue('1-1.east.example.com');
  expect(screen.getByText(/the next time a stopped instance starts/)).toBeVisible();
  await userEvent.clear(field);
  await userEvent.type(field, 'web.east.example.com');
  await save();
  expect(await screen.findByText('Settings for 1-1 saved.')).toBeVisible();
  expect(api.of('updateWorkload')[0]?.body).toEqual({ http: { ...host, targetPort: 80 } });
});

it('removes a host', async () => {
  const { api } = await open('?tab=network', inRegion, { ...machine, http: host });
  expect(await screen.findByText(host.host)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit HTTP host' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /Serve a website/ }));
  expect(screen.queryByRole('textbox', { name: /HTTP host/ })).toBeNull();
  await save();
  expect(await screen.findByText('Settings for 1-1 saved.')).toBeVisible();
  expect(api.of('updateWorkload')[0]?.body).toEqual({ http: null });
});

it('shows a taken host at its field', async () => {
  const refuse = () => {
    throw new ApiRefusal(400, {
      code: 'INVALID_ARGUMENT',
      requestId: 'r',
      details: { fields: { 'http.host': 'hostTaken' } },
    });
  };
  await open('?tab=network', { ...inRegion, updateWorkload: refuse }, { ...machine, http: host });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit HTTP host' }));
  await screen.findByRole('textbox', { name: /HTTP host/ });
  await save();
  const field = screen.getByRole('textbox', { name: /HTTP host/ });
  expect(await screen.findByText('This host is already in use.')).toBeVisible();
  expect(field).toBeInvalid();
  expect(field).toHaveFocus();
});

it('shows that the region has no hosts', async () => {
  await open('?tab=network', { listCatalogueRegions: pageOf([aRegion]) });
  expect(await screen.findByText('Host names aren’t available in this region.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add HTTP host' })).toBeNull();
});

it('links from a machine that does not exist to the list', async () => {
  await renderApp({ path: '/workloads/gone', language: 'en', answers: {} });
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('404');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'My instances' })).toHaveAttribute('href', '/workloads');
});

it('stops a machine at a time', async () => {
  const { api } = await open('');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit automatic stop and start' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Stop at a set time' }));
  await save();
  const time = screen.getByRole('textbox', { name: /Stop time/ });
  expect(time).toBeInvalid();
  await userEvent.type(time, '2030-03-01 18:00');
  await save();
  await screen.findByText('Settings for 1-1 saved.');
  const at = new Date('2030-03-01 18:00').toISOString();
  expect(api.of('updateWorkload')[0]?.body).toEqual({ autoStop: { kind: 'AT', at } });
});

it('removes an automatic stop and its values', async () => {
  const { api } = await open('', {}, { ...machine, autoStop: { kind: 'AFTER', hours: 4 } });
  expect(await screen.findByText('After 4 hours of running')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit automatic stop and start' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Never' }));
  await save();
  await screen.findByText('Settings for 1-1 saved.');
  expect(api.of('updateWorkload')[0]?.body).toEqual({ autoStop: { kind: 'NEVER' } });
});

it('offers an idle stop for an unmeasured machine only if it has one already', async () => {
  const idle = { kind: 'IDLE', gpuPercent: 10, minutes: 30 } as const;
  const { api } = await open(
    '',
    { getConfig: { ...aConfig, measuresGpus: true } },
    { ...machine, autoStop: idle, measuresGpus: false },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Edit automatic stop and start' }));
  const whenIdle = await screen.findByRole('radio', { name: 'Stop when the GPUs are idle' });
  expect(whenIdle).toBeChecked();
  expect(screen.getByText('This image doesn’t measure its GPUs.')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Never' }));
  expect(whenIdle).toBeDisabled();
  await save();
  await screen.findByText('Settings for 1-1 saved.');
  expect(api.of('updateWorkload')[0]?.body).toEqual({ autoStop: { kind: 'NEVER' } });
});

it('changes the weekly hours of a machine', async () => {
  const weekly = { kind: 'WEEKLY', from: '09:00', to: '18:00', timeZone: 'Asia/Shanghai' } as const;
  const { api } = await open('', {}, { ...machine, autoStop: { ...weekly, days: ['MON', 'SAT'] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit automatic stop and start' }));
  expect(await screen.findByLabelText(/Time zone/)).toHaveValue('Asia/Shanghai');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sat' }));
  await save();
  await screen.findByText('Settings for 1-1 saved.');
  expect(api.of('updateWorkload')[0]?.body).toEqual({ autoStop: { ...weekly, days: ['MON'] } });
});
