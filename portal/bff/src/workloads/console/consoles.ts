/** All open consoles of this process: bounded per user, pinged, and ended together. */
import { randomUUID } from 'node:crypto';
import { consoleCloseCodes, type ConsoleEnd } from '@gpulease/contract/consoles';
import type { ConsoleKind, WorkloadStatus } from '@gpulease/contract/enums';
import type { Cluster } from '@gpulease/kube';
import type { WebSocket } from 'ws';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/handler.ts';
import type { Logger } from '../../http/logger.ts';
import { ProductError } from '../../http/product-error.ts';
import { Counts } from '../../http/counts.ts';
import { aliveSessions } from '../../identity/sessions.ts';
import { dial } from './dial.ts';
import { occupy, renew, vacate } from './occupancy.ts';
import { pipe } from './pipe.ts';
import { endOf } from './verdict.ts';

/** How long a console may outlive its session, the stop of its machine or a takeover; also the time between pings. */
const CHECK_MS = 3_000;
/** A browser that has not answered pings for this long is gone. */
const SILENT_MS = 30_000;
export const MAX_CONSOLES_PER_USER = 8;
const RETRY_AFTER_SECONDS = 30;

interface Options {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Aborted when the server stops; ends all consoles. */
  readonly stopping: AbortSignal;
  /** The state of the workload with this uid; undefined when it is gone. */
  readonly statusOf: (target: ConsoleTarget) => WorkloadStatus | undefined;
}

/** A console of a machine. */
export interface ConsoleTarget {
  readonly workloadUid: string;
  readonly namespace: string;
  readonly name: string;
  /** Name of the VirtualMachineInstance. */
  readonly machine: string;
  readonly kind: ConsoleKind;
}

interface OpenConsole {
  readonly id: string;
  readonly caller: Caller;
  readonly target: ConsoleTarget;
  readonly browser: WebSocket;
  /** Absent until it is connected. */
  machine?: WebSocket;
  usedAt: Date;
  answeredAt: Date;
}

export class Consoles {
  readonly #options: Options;
  readonly #open = new Map<string, OpenConsole>();
  readonly #perUser = new Counts();

  constructor(options: Options) {
    this.#options = options;
    const checks = setInterval(() => void this.#check(), CHECK_MS);
    options.stopping.addEventListener('abort', () => {
      clearInterval(checks);
      for (const { browser } of this.#open.values()) browser.terminate();
    });
  }

  /** Throws RATE_LIMITED if the user has the maximum number of consoles open. */
  refuseMore({ id }: Caller): void {
    if (this.#perUser.of(id) < MAX_CONSOLES_PER_USER) return;
    throw new ProductError('REQUEST_FAILED', { reason: 'RATE_LIMITED', retryAfter: RETRY_AFTER_SECONDS });
  }

  /** Connects a browser with a machine until either of them, or a check, ends it. */
  async connect(browser: WebSocket, caller: Caller, target: ConsoleTarget): Promise<void> {
    const { database, clock, cluster, log } = this.#options;
    browser.pause();
    const now = clock.now();
    const opened: OpenConsole = { id: randomUUID(), caller, target, browser, usedAt: now, answeredAt: now };
    this.#keep(opened);
    try {
      await occupy(database, target, opened.id, now);
      const machine = await dial(cluster, target);
      this.#join(opened, machine);
    } catch (error) {
      log.warn({ err: error, ...describe(opened) }, 'Could not open a console');
      end(opened, 'DISCONNECTED');
    }
    browser.resume();
  }

  #keep(opened: OpenConsole): void {
    const { id, caller, browser } = opened;
    const { database, clock, log } = this.#options;
    this.#open.set(id, opened);
    this.#perUser.add(caller.id);
    browser.on('error', () => browser.terminate());
    browser.on('pong', () => (opened.answeredAt = clock.now()));
    browser.on('close', () => {
      this.#open.delete(id);
      this.#perUser.remove(caller.id);
      log.info(describe(opened), 'A console was closed');
      vacate(database, id).catch((error: unknown) =>
        log.warn(
          { err: error },
          'Could not mark a console as closed; it stays marked as open for a few seconds',
        ),
      );
    });
  }

  #join(opened: OpenConsole, machine: WebSocket): void {
    const { browser } = opened;
    const { clock, log } = this.#options;
    opened.machine = machine;
    log.info(describe(opened), 'A console was opened');
    pipe(machine, browser);
    pipe(browser, machine, () => (opened.usedAt = clock.now()));
    machine.on('error', () => machine.terminate());
    machine.on('close', () => void this.#explain(opened));
    browser.on('close', () => machine.close());
    if (browser.readyState !== browser.OPEN) machine.close();
  }

  /** Ends a console whose machine closed the connection: after a stop, a takeover or a failure. */
  async #explain(opened: OpenConsole): Promise<void> {
    const [reason] = await this.#verdicts([opened]);
    end(opened, reason ?? 'DISCONNECTED');
  }

  async #check(): Promise<void> {
    const consoles = [...this.#open.values()];
    if (consoles.length === 0) return;
    const reasons = await this.#verdicts(consoles);
    for (const [index, opened] of consoles.entries()) {
      const { browser, answeredAt } = opened;
      const reason = reasons[index];
      if (reason) end(opened, reason);
      else if (this.#since(answeredAt) > SILENT_MS) browser.terminate();
      else if (browser.readyState === browser.OPEN) browser.ping();
    }
  }

  /** Returns why each console must end, by two queries for all. If a query fails, all end. */
  async #verdicts(consoles: readonly OpenConsole[]): Promise<(ConsoleEnd | undefined)[]> {
    const { database, clock, statusOf, log } = this.#options;
    try {
      const now = clock.now();
      const hashes = consoles.map(({ caller }) => Buffer.from(caller.sessionId, 'hex'));
      const alive = new Set((await aliveSessions(database, hashes, now)).map((hash) => hash.toString('hex')));
      const ids = consoles.map(({ id }) => id);
      const held = await renew(database, ids, now);
      return consoles.map(({ id, caller, target, usedAt }) => {
        const [isSessionAlive, isHeld] = [alive.has(caller.sessionId), held.has(id)];
        return endOf({ isSessionAlive, isHeld, status: statusOf(target), idleMs: this.#since(usedAt) });
      });
    } catch (error) {
      log.warn({ err: error }, 'Could not check consoles, closing them');
      return consoles.map(() => 'DISCONNECTED');
    }
  }

  #since(time: Date): number {
    return this.#options.clock.now().getTime() - time.getTime();
  }
}

function describe({ caller, target: { namespace, name, kind } }: OpenConsole) {
  return { user: caller.username, workload: `${namespace}/${name}`, console: kind };
}

/** Closes the machine's side immediately: a browser may respond late, or never. */
function end({ browser, machine }: OpenConsole, reason: ConsoleEnd): void {
  if (browser.readyState === browser.OPEN) browser.close(consoleCloseCodes[reason], reason);
  machine?.close();
}
