import { isAlreadyExists, isConflict } from './api-error.ts';
import { sleep, systemClock, type Clock } from './clock.ts';
import type { Cluster } from './cluster.ts';
import { leases } from './core/definitions.ts';
import type { Lease } from './core/system.ts';
import { DEFAULT_TIMING, heldBy, nextMove, released, type LeaseTiming } from './leader-lease.ts';
import { silentLogger, type Logger } from './logger.ts';
import type { ResourceClient } from './resource-client.ts';

export interface LeaderElectionOptions {
  /** Namespace and name of the Lease. */
  namespace: string;
  name: string;
  /** Identifies this candidate; must be unique among running candidates. */
  identity: string;
  /** Annotations that the leader sets on the Lease. */
  annotations?: Record<string, string> | undefined;
  /** Called once, when this candidate becomes the leader. */
  onStarted: () => void;
  /** Called once, when it loses the lead other than by `stop`. It must stop its work immediately; most exit. */
  onLost: () => void;
  timing?: LeaseTiming | undefined;
  logger?: Logger | undefined;
  clock?: Clock | undefined;
}

/** Joins the election. At most one candidate leads at a time, provided that clocks run at about the same speed. */
export function startLeaderElection(cluster: Cluster, options: LeaderElectionOptions): LeaderElection {
  return new LeaderElection(cluster, options);
}

/** One candidate of an election. */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  readonly #timing: LeaseTiming;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #client: ResourceClient<Lease>;
  readonly #ended = new AbortController();
  readonly #run: Promise<void>;
  /** As last read or written; unknown after an error. */
  #lease: Lease | undefined;
  /** The resourceVersion last seen, and when it first was. */
  #seenVersion: string | undefined;
  #seenSince = 0;
  #isLeader = false;
  #isLost = false;
  #precededUntil: Date | undefined;
  #cancelDeadline: () => void = () => undefined;

  constructor(cluster: Cluster, options: LeaderElectionOptions) {
    const { timing = DEFAULT_TIMING, clock = systemClock, logger = silentLogger } = options;
    this.#options = options;
    this.#timing = timing;
    this.#clock = clock;
    this.#logger = logger;
    this.#client = cluster.resource(leases, { timeoutMs: timing.renewDeadlineMs / 2 });
    this.#run = this.#race();
  }

  get isLeader(): boolean {
    return this.#isLeader;
  }

  /** When the previous leader last renewed the lease, by its own clock; undefined if there was none. */
  get precededUntil(): Date | undefined {
    return this.#precededUntil;
  }

  /** Leaves the election. A leader releases the lease, so that the next one takes over immediately. */
  async stop(): Promise<void> {
    this.#ended.abort();
    this.#cancelDeadline();
    await this.#run;
    if (this.#isLeader) await this.#release();
  }

  async #race(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const start = this.#clock.monotonic();
      if (await this.#try()) this.#lead(start);
      await sleep(this.#clock, this.#timing.retryPeriodMs, this.#ended.signal);
    }
  }

  /** Tries once to acquire or renew the lease. Returns whether this candidate holds it. */
  async #try(): Promise<boolean> {
    try {
      // A leader has its lease cached, until a write conflicts.
      if (!this.#isLeader || this.#lease === undefined) await this.#read();
      const move = nextMove(this.#lease, this.#options.identity, this.#clock.monotonic() - this.#seenSince);
      if (move === 'Wait') {
        if (this.#isLeader) this.#lose('Another candidate holds the lease');
        return false;
      }
      await this.#write();
      return true;
    } catch (error) {
      this.#lease = undefined;
      const fields = { err: error, lease: this.#options.name };
      if (isConflict(error) || isAlreadyExists(error))
        this.#logger.debug(fields, 'Another candidate was faster');
      else
        this.#logger[this.#client.isInOutage ? 'debug' : 'warn'](
          fields,
          'Could not acquire or renew the lease, retrying',
        );
      return false;
    }
  }

  async #read(): Promise<void> {
    const { namespace, name } = this.#options;
    this.#see(await this.#client.find({ namespace, name }));
  }

  async #write(): Promise<void> {
    const { namespace, name, identity, annotations } = this.#options;
    const { leaseDurationMs } = this.#timing;
    const previous = this.#lease;
    const spec = heldBy(identity, { previous, leaseDurationMs, now: this.#clock.now() });
    const ref = { namespace, name };
    const metadata = annotations === undefined ? {} : { annotations };
    if (previous === undefined)
      this.#see(await this.#client.create({ metadata: { ...ref, ...metadata }, spec }));
    else
      this.#see(
        await this.#client.mergePatch(ref, { metadata: { ...metadata, ...versionOf(previous) }, spec }),
      );
    const isOurs = previous?.spec?.holderIdentity === identity;
    if (!this.#isLeader && !isOurs) this.#precededUntil = renewedAt(previous);
  }

  /** Caches the lease. A new resourceVersion proves that the holder is alive. */
  #see(lease: Lease | undefined): void {
    this.#lease = lease;
    const version = lease?.metadata.resourceVersion;
    if (version === this.#seenVersion) return;
    this.#seenVersion = version;
    this.#seenSince = this.#clock.monotonic();
  }

  /** Starts or continues to lead with a lease that was renewed at `renewedAt`. */
  #lead(renewedAt: number): void {
    if (this.#isLost) return;
    const left = this.#timing.renewDeadlineMs - (this.#clock.monotonic() - renewedAt);
    // Starting with a lease close to its deadline risks losing it immediately; the next attempt renews it.
    if (!this.#isLeader && left < this.#timing.renewDeadlineMs / 2) return;
    const isNew = !this.#isLeader;
    this.#isLeader = true;
    if (this.#ended.signal.aborted) return;
    this.#cancelDeadline();
    this.#cancelDeadline = this.#clock.after(left, () =>
      this.#lose('The lease could not be renewed in time'),
    );
    if (!isNew) return;
    this.#logger.info({ lease: this.#options.name, identity: this.#options.identity }, 'Became the leader');
    this.#options.onStarted();
  }

  #lose(why: string): void {
    this.#isLeader = false;
    this.#isLost = true;
    this.#cancelDeadline();
    this.#ended.abort();
    this.#logger.error(
      { lease: this.#options.name, identity: this.#options.identity, why },
      'Lost leadership',
    );
    this.#options.onLost();
  }

  async #release(): Promise<void> {
    const { namespace, name } = this.#options;
    this.#isLeader = false;
    if (this.#lease === undefined) return;
    try {
      const patch = { metadata: versionOf(this.#lease), spec: released(this.#clock.now()) };
      await this.#client.mergePatch({ namespace, name }, patch);
    } catch (error) {
      this.#logger.warn({ err: error, lease: name }, 'Could not release the lease; it will expire');
    }
  }
}

function renewedAt(lease: Lease | undefined): Date | undefined {
  const { renewTime } = lease?.spec ?? {};
  return renewTime === undefined ? undefined : new Date(renewTime);
}

function versionOf({ metadata: { resourceVersion } }: Lease): { resourceVersion: string | undefined } {
  return { resourceVersion };
}
