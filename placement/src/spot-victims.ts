import { whoMustYield } from './spot.ts';
import type { Timing } from './spot.ts';
import type { Ledger } from './ledger.ts';

/** Which Spot machines have to leave their nodes. */
export class SpotVictims {
  private readonly ledger: Ledger;
  private readonly wake: (workload: string) => void;
  /** The last known victims, by node. */
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(ledger: Ledger, wake: (workload: string) => void) {
    this.ledger = ledger;
    this.wake = wake;
  }

  on(name: string, timing: Timing): ReadonlySet<string> {
    const node = this.ledger.node(name);
    return node === undefined ? new Set() : whoMustYield(node, this.ledger.on(name), timing);
  }

  /** Wakes those who have to leave the node now, and those who need not any more. */
  enqueue(node: string, timing: Timing): void {
    const before = this.known.get(node) ?? new Set<string>();
    const now = this.on(node, timing);
    if (now.size === 0) this.known.delete(node);
    else this.known.set(node, now);
    for (const workload of now) if (!before.has(workload)) this.wake(workload);
    for (const workload of before) if (!now.has(workload)) this.wake(workload);
  }
}
