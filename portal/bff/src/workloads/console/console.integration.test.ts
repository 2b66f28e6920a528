import { tenantNamespace, type WorkloadStatus } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { virtualMachines, type VirtualMachine } from '@gpulease/kube/kubevirt';
import { KubeVirtHarness } from '@gpulease/local/testing';
import { pathOf } from '@gpulease/contract/endpoints';
import { routes, type Route } from '@gpulease/contract/routes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startRental } from '../../rental.ts';
import type { ApiClient } from '../../testing/api-client.ts';
import { openConsole, type ConsoleClient } from '../../testing/console-client.ts';
import { startTestPortal, testPassword, type TestPortal } from '../../testing/test-portal.ts';
import { openCluster, type TestCluster } from '../testing/cluster.ts';
import { MAX_CONSOLES_PER_USER } from './consoles.ts';
import { IDLE_MS } from './verdict.ts';

const timeout = 600_000;
const name = 'box';
const params = { name };

let kubevirt: KubeVirtHarness;
let cluster: TestCluster;
let portal: TestPortal;
let rental: ReturnType<typeof startRental>;
beforeAll(async () => {
  kubevirt = await KubeVirtHarness.start();
  cluster = await openCluster(kubevirt.controlPlane);
  portal = await startTestPortal({
    handlers: (parts) => {
      rental = startRental({ ...parts, cluster: cluster.cluster });
      return rental.handlers;
    },
  });
  await rental.ready();
}, timeout);
afterAll(async () => {
  await rental.stop();
  await portal.stop();
  await cluster.close();
  await kubevirt.stop();
}, timeout);

interface Renter {
  readonly browser: ApiClient;
  readonly username: string;
  readonly id: string;
}

/** Creates a customer whose machine runs. */
async function aRenter(): Promise<Renter> {
  const browser = await portal.customer();
  const { username } = (await browser.call('getMe')).body;
  const { id } = await portal.database
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await cluster.addTenant(id, username);
  await cluster.createWorkload(id, name);
  await startMachine(id, 'machine');
  const renter = { browser, username, id };
  await operate(renter, { phase: 'Running', virtualMachine: 'machine' });
  return renter;
}

const machines: VirtualMachine[] = [];

async function startMachine(userId: string, machineName: string): Promise<void> {
  const machine = await kubevirt.create(machineName, { namespace: tenantNamespace(userId) });
  machines.push(machine);
  await kubevirt.untilStatus(machine, 'Running');
}

// The node has room for a few machines only.
afterEach(async () => {
  for (const { metadata } of machines.splice(0))
    await kubevirt.cluster.resource(virtualMachines).delete(metadata);
});

/** Plays the operator, and waits until the portal has seen the status. */
async function operate({ browser, id }: Renter, status: WorkloadStatus): Promise<void> {
  await cluster.asOperator(id, name, status);
  await eventually(async () =>
    expect((await browser.call('getWorkload', { params })).body.status).toBe(status.phase?.toUpperCase()),
  );
}

const askFor = (browser: ApiClient, kind: 'SERIAL' | 'VNC', takeOver = true) =>
  browser.call('createConsoleTicket', { params, body: { kind, takeOver } });

async function open(browser: ApiClient, kind: 'SERIAL' | 'VNC' = 'SERIAL'): Promise<ConsoleClient> {
  const { ticket } = (await askFor(browser, kind)).body;
  const operation = kind === 'SERIAL' ? 'openConsole' : 'openVnc';
  return openConsole(browser, { url: portal.url, operation, params, ticket });
}

async function openAndType(browser: ApiClient): Promise<ConsoleClient> {
  const console = await open(browser);
  console.type('hostname\r');
  await console.untilSaid('hostname\r\nmachine\r\n');
  return console;
}

describe('the console of a machine', () => {
  it('carries input and output', async () => {
    const { browser } = await aRenter();
    (await openAndType(browser)).close();
  });

  it('shows the screen over RFB', async () => {
    const { browser } = await aRenter();
    const console = await open(browser, 'VNC');
    await console.untilSaid('RFB 003.008\n');
    console.close();
  });

  it('is open to operators with a reason, and every opening is audited', async () => {
    const { username, browser } = await aRenter();
    const admin = await portal.admin();
    const where = { user: username, name };
    const unexplained = { params: where, body: { kind: 'SERIAL' } } as never;
    const refused = await admin.call('createAnyConsoleTicket', unexplained);
    expect(refused.error.details).toHaveProperty('fields.reason');
    const reason = 'The renter cannot sign in';
    const { ticket } = (
      await admin.call('createAnyConsoleTicket', { params: where, body: { kind: 'SERIAL', reason } })
    ).body;
    const operation = 'openAnyConsole';
    const console = await openConsole(admin, { url: portal.url, operation, params: where, ticket });
    await console.untilSaid('This is a simulation.');
    console.close();
    (await open(browser)).close();
    const entries = await portal.database
      .selectFrom('audit_entry')
      .select(['actor', 'subject', 'details'])
      .where('action', '=', 'OPEN_CONSOLE')
      .where('subject', '=', `${username}/${name}`)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { actor: 'admin', details: { kind: 'SERIAL', reason } },
      { actor: username },
    ]);
  });
});

const sockets = Object.values<Route>(routes).filter(({ kind }) => kind === 'socket');

describe('every WebSocket (Rancher CVE-2021-25320, CVE-2024-22030: a proxy that lends its rights to anyone)', () => {
  it.each(sockets.map((route) => [route.path, route] as const))(
    '%s opens once, for its requester, from a page of the portal',
    async (_, { operationId: operation, path, console: ofConsole }) => {
      const { browser: owner, username } = await aRenter();
      const stranger = (await aRenter()).browser;
      const admin = await portal.admin();
      const ways = {
        user: { caller: owner, where: params, ask: 'createConsoleTicket', why: {}, wrong: [admin, '401'] },
        admin: {
          caller: admin,
          where: { user: username, name },
          ask: 'createAnyConsoleTicket',
          why: { reason: 'A test' },
          wrong: [owner, '403'],
        },
      } as const;
      const { caller, where, ask, why, wrong } = ways[ofConsole as keyof typeof ways];
      const kind = path.endsWith('/vnc') ? 'VNC' : 'SERIAL';
      const { ticket } = (await caller.call(ask, { params: where, body: { kind, ...why } })).body;
      const request = { url: portal.url, operation, params: where, ticket };

      await expect(openConsole(portal.client(), request)).rejects.toThrow('401');
      await expect(openConsole(stranger, request)).rejects.toThrow('403');
      await expect(openConsole(wrong[0], request)).rejects.toThrow(wrong[1]);
      await expect(openConsole(caller, { ...request, ticket: 'none' })).rejects.toThrow('403');
      const foreign = { ...request, origin: 'https://evil.example' };
      await expect(openConsole(caller, foreign)).rejects.toThrow('403');
      (await openConsole(caller, request)).close();
      await expect(openConsole(caller, request)).rejects.toThrow('403');
    },
  );
});

describe('a ticket', () => {
  it('opens one console once, for its requester, from a page of the portal', async () => {
    const { browser } = await aRenter();
    const { ticket } = (await askFor(browser, 'SERIAL')).body;
    const request = { url: portal.url, operation: 'openConsole', params, ticket } as const;
    const stranger = (await aRenter()).browser;
    await expect(openConsole(stranger, request)).rejects.toThrow('403');
    await expect(openConsole(portal.client(), request)).rejects.toThrow('401');
    await expect(openConsole(browser, { ...request, operation: 'openVnc' })).rejects.toThrow('403');
    const foreign = { ...request, origin: 'https://evil.example' };
    await expect(openConsole(browser, foreign)).rejects.toThrow('403');
    (await openConsole(browser, request)).close();
    await expect(openConsole(browser, request)).rejects.toThrow('403');
  });

  it('expires after 30 seconds, and is stored only as a hash', async () => {
    const { browser } = await aRenter();
    const { ticket } = (await askFor(browser, 'SERIAL')).body;
    const kept = await portal.database.selectFrom('console_ticket').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(ticket);
    portal.clock.advance(31_000);
    const request = { url: portal.url, operation: 'openConsole', params, ticket } as const;
    await expect(openConsole(browser, request)).rejects.toThrow('403');
  });

  it('is refused for a machine of another user, and for one that does not run', async () => {
    const renter = await aRenter();
    const stranger = await portal.customer();
    expect((await askFor(stranger, 'SERIAL')).error.code).toBe('RESOURCE_NOT_FOUND');
    await operate(renter, { phase: 'Stopped' });
    expect((await askFor(renter.browser, 'SERIAL')).error.details).toEqual({ reason: 'ILLEGAL_TRANSITION' });
  });
});

describe('an open console', () => {
  it('is taken over only on request, and its user is notified', async () => {
    const { browser } = await aRenter();
    const first = await openAndType(browser);
    expect((await askFor(browser, 'SERIAL', false)).error.details).toEqual({ reason: 'CONSOLE_IN_USE' });
    const second = await open(browser);
    expect(await first.ended).toBe('TAKEN_OVER');
    second.type('nproc\r');
    await second.untilSaid('nproc\r\n4\r\n');
    second.close();
    await eventually(async () => expect((await askFor(browser, 'SERIAL', false)).status).toBe(201));
  });

  it.each([
    ['the user signs out', ({ browser }: Renter) => browser.call('logout'), 'SESSION_ENDED'],
    [
      'the user is disabled',
      ({ username }: Renter) =>
        portal.database
          .updateTable('user_account')
          .set({ status: 'inactive' })
          .where('username', '=', username)
          .execute(),
      'SESSION_ENDED',
    ],
    ['the machine is stopped', (renter: Renter) => operate(renter, { phase: 'Stopping' }), 'NOT_RUNNING'],
    ['the user is idle', () => Promise.resolve(portal.clock.advance(IDLE_MS + 1)), 'IDLE'],
  ])('ends when %s', async (_, happen, reason) => {
    const renter = await aRenter();
    const console = await openAndType(renter.browser);
    await happen(renter);
    expect(await console.ended).toBe(reason);
  });

  it('ends when the machine powers itself off', async () => {
    const { browser } = await aRenter();
    const console = await openAndType(browser);
    console.type('poweroff\r');
    expect(await console.ended).toBe('DISCONNECTED');
  });

  it('accepts no input after it has ended, even from a client that stays connected', async () => {
    const { browser, username } = await aRenter();
    const console = await openAndType(browser);
    const told = console.ignoreClose();
    await browser.call('logout');
    expect(await told).toBe('SESSION_ENDED');
    console.type('poweroff\r');
    await browser.call('login', { body: { username, password: testPassword } });
    (await openAndType(browser)).close();
  });

  it('is limited in number per user', async () => {
    const { browser, id } = await aRenter();
    const names = Array.from({ length: MAX_CONSOLES_PER_USER / 2 }, (_, index) => `machine-${index}`);
    await Promise.all(
      names.map(async (machine) => {
        await cluster.createWorkload(id, machine);
        await startMachine(id, machine);
        await cluster.asOperator(id, machine, { phase: 'Running', virtualMachine: machine });
      }),
    );
    for (const machine of names) {
      const where = { name: machine };
      await eventually(async () => {
        const { status } = (await browser.call('getWorkload', { params: where })).body;
        expect(status).toBe('RUNNING');
      });
      for (const [kind, operation] of [
        ['SERIAL', 'openConsole'],
        ['VNC', 'openVnc'],
      ] as const) {
        const { ticket } = (await browser.call('createConsoleTicket', { params: where, body: { kind } }))
          .body;
        await openConsole(browser, { url: portal.url, operation, params: where, ticket });
      }
    }
    expect((await askFor(browser, 'SERIAL')).error.details).toMatchObject({ reason: 'RATE_LIMITED' });
  });
});

/** Opens the customer's event stream; `ended` resolves to the time at which the server closed it. */
async function openEvents(browser: ApiClient): Promise<{ readonly ended: Promise<number> }> {
  const response = await fetch(portal.url + pathOf('streamEvents'), {
    headers: { Cookie: browser.cookieHeader },
  });
  expect(response.status).toBe(200);
  return { ended: response.text().then(() => Date.now()) };
}

describe('an operator who disables a user (Rancher CVE-2023-22648: rights that outlive their withdrawal)', () => {
  it('ends the requests, the event stream and the consoles of that user within 5 seconds', async () => {
    const { browser, username } = await aRenter();
    const admin = await portal.admin();
    const events = await openEvents(browser);
    const serial = await openAndType(browser);
    const screen = await open(browser, 'VNC');
    await screen.untilSaid('RFB 003.008\n');

    await admin.call('setUserStatus', {
      params: { username },
      body: { status: 'inactive', reason: 'A test' },
    });

    const disabledAt = Date.now();
    expect((await browser.call('getMe')).error.code).toBe('INVALID_JWT_TOKEN');
    expect((await askFor(browser, 'SERIAL')).error.code).toBe('INVALID_JWT_TOKEN');
    expect(await Promise.all([serial.ended, screen.ended])).toEqual(['SESSION_ENDED', 'SESSION_ENDED']);
    expect(Date.now() - disabledAt).toBeLessThan(5_000);
    expect((await events.ended) - disabledAt).toBeLessThan(5_000);
  });
});
