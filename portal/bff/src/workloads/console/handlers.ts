/** Handlers for the consoles of machines, for their owners and for operators. */
import { CONSOLE_PROTOCOL, ticketIn } from '@gpulease/contract/consoles';
import type { ConsoleKind } from '@gpulease/contract/enums';
import type { consoleOperations } from '@gpulease/contract/operations/consoles';
import type { Body } from '@gpulease/contract/routes';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../clock.ts';
import type { Caller, Handlers } from '../../http/handler.ts';
import { ProductError } from '../../http/product-error.ts';
import type { Upgrade } from '../../http/upgrades.ts';
import { mustFind, ofUser, type WorkloadName, type WorkloadReader } from '../lists.ts';
import { statusOf } from '../state.ts';
import type { Consoles, ConsoleTarget } from './consoles.ts';
import { isOccupied } from './occupancy.ts';
import { issueTicket, redeemTicket } from './tickets.ts';
import { hasConsole } from './verdict.ts';

interface ConsoleServices extends WorkloadReader {
  readonly consoles: Consoles;
  readonly clock: Clock;
}

/** The largest message is a paste. */
const MAX_MESSAGE_BYTES = 256 * 1024;

export function consoleHandlers(services: ConsoleServices): Handlers<typeof consoleOperations> {
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => CONSOLE_PROTOCOL,
  });
  const own = ({ name }: { name: string }, { id }: Caller): WorkloadName => ({ userId: id, name });
  const any = ofUser(services);
  const open = async (which: WorkloadName, kind: ConsoleKind, context: ConsoleContext) => {
    const target = await targetOf(services, which, kind);
    await admit(services, target, context);
    const browser = await context.upgrade.accept(webSockets);
    await services.consoles.connect(browser, context.caller, target);
    return undefined;
  };
  return {
    createConsoleTicket: ({ params, body }, { caller }) =>
      createTicket(services, own(params, caller), body, caller),
    openConsole: ({ params }, context) => open(own(params, context.caller), 'SERIAL', context),
    openVnc: ({ params }, context) => open(own(params, context.caller), 'VNC', context),
    createAnyConsoleTicket: async ({ params, body }, { caller }) =>
      createTicket(services, await any(params), body, caller),
    openAnyConsole: async ({ params }, context) => open(await any(params), 'SERIAL', context),
    openAnyVnc: async ({ params }, context) => open(await any(params), 'VNC', context),
  };
}

interface ConsoleContext {
  readonly caller: Caller;
  readonly upgrade: Upgrade;
}

/** Throws RESOURCE_NOT_FOUND, ILLEGAL_TRANSITION while the machine does not run, CONSOLE_IN_USE and RATE_LIMITED. */
async function createTicket(
  services: ConsoleServices,
  which: WorkloadName,
  { kind, takeOver }: Body<'createConsoleTicket'>,
  caller: Caller,
) {
  const { database, clock, consoles } = services;
  const target = await targetOf(services, which, kind);
  consoles.refuseMore(caller);
  const now = clock.now();
  if (!takeOver && (await isOccupied(database, target, now)))
    throw new ProductError('REQUEST_FAILED', { reason: 'CONSOLE_IN_USE' });
  const scope = { sessionId: caller.sessionId, workloadUid: target.workloadUid, kind };
  const { ticket, expiresAt } = await issueTicket(database, scope, now);
  return { ticket, expiresAt: expiresAt.toISOString() };
}

/** Throws PERMISSION_DENIED without a valid ticket, and RATE_LIMITED. */
async function admit(
  { database, clock, consoles }: ConsoleServices,
  { workloadUid, kind }: ConsoleTarget,
  { caller, upgrade }: ConsoleContext,
): Promise<void> {
  consoles.refuseMore(caller);
  const ticket = ticketIn(upgrade.protocols);
  const scope = { sessionId: caller.sessionId, workloadUid, kind };
  const isGood = ticket !== undefined && (await redeemTicket(database, ticket, scope, clock.now()));
  if (!isGood || !upgrade.protocols.includes(CONSOLE_PROTOCOL)) throw new ProductError('PERMISSION_DENIED');
}

async function targetOf(services: WorkloadReader, which: WorkloadName, kind: ConsoleKind) {
  const { workload } = await mustFind(services, which);
  const { uid, namespace, name } = workload.metadata;
  const machine = workload.status?.virtualMachine;
  if (uid === undefined || machine === undefined || !hasConsole(statusOf(workload)))
    throw new ProductError('REQUEST_FAILED', { reason: 'ILLEGAL_TRANSITION' });
  return { workloadUid: uid, namespace: namespace ?? '', name, machine, kind } satisfies ConsoleTarget;
}

/** Returns the state of a console's workload; undefined if it is gone, even if another has its name by now. */
export function statusOfTarget(
  { workloads }: Pick<WorkloadReader, 'workloads'>,
  { namespace, name, workloadUid }: ConsoleTarget,
) {
  const found = workloads.store.get({ namespace, name });
  return found?.metadata.uid === workloadUid ? statusOf(found) : undefined;
}
