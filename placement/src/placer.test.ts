import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@gpulease/kube/testing';
import fc from 'fast-check';
import { plus, type Allocation } from './capacity.ts';
import { Placer, type PlacementOrder } from './placer.ts';

const NOTICE_MS = 120_000;
const WINDOW_MS = 1_800_000;

const amounts = { cpu: 64_000, memory: 1000, storage: 1000, gpus: 2, pods: 0 };
const node = {
  name: 'n1',
  region: 'r',
  skus: ['a100-1'],
  architecture: 'amd64',
  gpuModel: 'A100',
  amounts,
  declared: amounts,
};

function anOrder(workload: string, changes: Partial<PlacementOrder> = {}): PlacementOrder {
  return {
    workload,
    tenant: 'u-1',
    region: 'r',
    sku: 'a100-1',
    architecture: 'amd64',
    gpuModel: 'A100',
    what: 'A100',
    wants: '1 A100',
    amounts: { cpu: 1000, memory: 10, storage: 10, gpus: 1, pods: 0 },
    span: { from: 0 },
    spot: false,
    createdAt: 0,
    ...changes,
  };
}

function aPlacer(wake: (workload: string) => void, clock = new FakeClock()): Placer {
  return new Placer({ wake, clock, spotNoticeMs: NOTICE_MS, drainWindowMs: WINDOW_MS });
}

const gpus = (count: number) => ({ amounts: { cpu: 1000, memory: 10, storage: 10, gpus: count, pods: 0 } });

describe('Placer', () => {
  let woken: string[];
  let placer: Placer;
  let clock: FakeClock;
  beforeEach(() => {
    woken = [];
    clock = new FakeClock();
    placer = aPlacer((workload) => woken.push(workload), clock);
    placer.setNode(node);
  });
  const reason = (order: PlacementOrder) => {
    const answer = placer.place(order);
    return 'refusal' in answer ? answer.refusal.reason : answer.node;
  };

  it('counts an answer as taken before it is written', () => {
    expect(reason(anOrder('a', gpus(2)))).toBe('n1');
    expect(reason(anOrder('b'))).toBe('NoCapacity');
  });

  it('gives the same workload the same answer again', () => {
    expect(reason(anOrder('a', gpus(2)))).toBe('n1');
    expect(reason(anOrder('a', gpus(2)))).toBe('n1');
  });

  it('grows the storage of a placed workload by as much as is free', () => {
    placer.place(anOrder('a'));
    placer.place(anOrder('b'));
    expect(placer.grow('a', 991)).toBe(false);
    expect(placer.grow('a', 990)).toBe(true);
    expect(placer.grow('b', 11)).toBe(false);
    expect(placer.grow('nobody', 1)).toBe(false);
  });

  describe('after a failed start', () => {
    beforeEach(() => {
      placer.setNode({ ...node, name: 'n2', amounts: { ...node.amounts, gpus: 8 } });
      expect(reason(anOrder('a'))).toBe('n1');
      placer.startFailed('a');
      placer.observe('a', '1', undefined);
    });

    it('finds another place for the same workload, whatever it wants now', () => {
      expect(reason(anOrder('a', gpus(0)))).toBe('n2');
    });

    it('sends others that want no less to another place', () => {
      expect(reason(anOrder('alike'))).toBe('n2');
      expect(reason(anOrder('larger', gpus(2)))).toBe('n2');
      expect(reason(anOrder('smaller', gpus(0)))).toBe('n1');
    });

    it('gives the same place when there is no other', () => {
      placer.removeNode('n2');
      expect(reason(anOrder('a'))).toBe('n1');
    });

    it('does not move others that already hold their place', () => {
      placer.observe('booked', '2', { ...allocationOf(anOrder('booked')), stage: 'Claimed' });
      expect(reason(anOrder('booked'))).toBe('n1');
    });

    it('moves the workload itself even if it still holds the place', () => {
      placer.observe('a', '2', { ...allocationOf(anOrder('a')), stage: 'Claimed' });
      expect(reason(anOrder('a', { prefer: 'n1' }))).toBe('n2');
    });

    it('alternates between the nodes when starts fail everywhere', () => {
      clock.advance(60_000);
      expect(reason(anOrder('a'))).toBe('n2');
      placer.startFailed('a');
      placer.observe('a', '2', undefined);
      expect(reason(anOrder('a'))).toBe('n1');
    });

    it('forgets the failed start after half an hour', () => {
      clock.advance(30 * 60_000);
      expect(reason(anOrder('a'))).toBe('n1');
    });
  });

  it('neither queues orders that may not wait nor drains nodes for them', () => {
    placer.place(anOrder('a', gpus(2)));
    expect(placer.place(anOrder('b', { mayNotWait: true }))).toEqual({
      refusal: { reason: 'NoCapacity', message: 'No node in r has 1 A100 free for a100-1.' },
    });
    expect(placer.occupancyOf('n1').drain).toBeUndefined();
    placer.release('a');
    expect(woken).not.toContain('b');
  });

  it('lets them wait briefly for an order that is served first', () => {
    placer.place(anOrder('a', gpus(2)));
    placer.place(anOrder('older', { createdAt: 1 }));
    placer.release('a');
    expect(reason(anOrder('new', { createdAt: 2, mayNotWait: true }))).toBe('Queued');
    expect(reason(anOrder('older', { createdAt: 1 }))).toBe('n1');
    expect(reason(anOrder('new', { createdAt: 2, mayNotWait: true }))).toBe('n1');
  });

  it('wakes waiting orders when capacity is freed', () => {
    placer.place(anOrder('a', gpus(2)));
    placer.place(anOrder('b'));
    placer.observe('a', '7', undefined);
    expect(woken).toEqual(['b']);
    expect(reason(anOrder('b'))).toBe('n1');
  });

  it('lets no order overtake an older one that can be served', () => {
    placer.place(anOrder('holder', gpus(2)));
    placer.place(anOrder('older', { createdAt: 1 }));
    placer.forget('holder');
    expect(reason(anOrder('younger', { createdAt: 2, ...gpus(2) }))).toBe('NoCapacity');
    expect(woken).toContain('older');
    expect(reason(anOrder('older', { createdAt: 1 }))).toBe('n1');
  });

  it('lets smaller orders pass an older one that does not fit once its drain has expired', () => {
    placer.place(anOrder('holder'));
    const large = anOrder('large', { createdAt: 1, ...gpus(2) });
    expect(reason(large)).toBe('NoCapacity');
    expect(reason(anOrder('small', { createdAt: 2 }))).toBe('NoCapacity');
    clock.advance(WINDOW_MS);
    expect(reason(large)).toBe('NoCapacity');
    expect(woken).toContain('small');
    expect(reason(anOrder('small', { createdAt: 2 }))).toBe('n1');
  });

  it('ignores an order that left the queue and wakes those behind it', () => {
    placer.place(anOrder('holder', gpus(2)));
    placer.place(anOrder('older', { createdAt: 1 }));
    placer.place(anOrder('younger', { createdAt: 2 }));
    placer.forget('holder');
    woken.length = 0;
    placer.leave('older');
    expect(new Set(woken)).toEqual(new Set(['younger']));
    expect(reason(anOrder('younger', { createdAt: 2 }))).toBe('n1');
  });

  it('enforces the quota of a tenant and counts a machine that is placed again once', () => {
    expect(reason(anOrder('a', { gpuQuota: 1 }))).toBe('n1');
    expect(reason(anOrder('a', { gpuQuota: 1 }))).toBe('n1');
    expect(reason(anOrder('b', { gpuQuota: 1 }))).toBe('QuotaExceeded');
  });

  it('wakes orders that wait for the quota when the tenant frees some of it', () => {
    placer.place(anOrder('a', { gpuQuota: 1 }));
    placer.place(anOrder('b', { gpuQuota: 1 }));
    placer.forget('a');
    expect(woken).toEqual(['b']);
    expect(reason(anOrder('b', { gpuQuota: 1 }))).toBe('n1');
  });

  it('ignores an old version that arrives late', () => {
    placer.place(anOrder('a', gpus(2)));
    placer.observe('a', '10', allocationOf(anOrder('a', gpus(2))));
    placer.observe('a', '9', undefined);
    expect(reason(anOrder('b'))).toBe('NoCapacity');
  });

  describe('with disks on its nodes', () => {
    const large = { cpu: 1000, memory: 10, storage: 600, gpus: 1, pods: 0 };
    const order = anOrder('a', { amounts: large });
    const disk: Allocation = {
      ...allocationOf(order),
      amounts: { cpu: 0, memory: 0, storage: 600, gpus: 0, pods: 0 },
      stage: 'DiskOnly',
    };
    const wantsDisk = anOrder('b', { amounts: large });
    beforeEach(() => {
      placer.place(order);
      placer.observe('a', '1', allocationOf(order));
    });

    it('keeps the room of a disk when its machine stops and frees the rest', () => {
      expect(reason(anOrder('c', gpus(2)))).toBe('NoCapacity');
      placer.observe('a', '2', disk);
      expect(woken).toEqual(['c']);
      expect(reason(wantsDisk)).toBe('NoCapacity');
      expect(reason(anOrder('c', gpus(2)))).toBe('n1');
    });

    it('counts the disk of a machine only once when the machine starts again', () => {
      placer.observe('a', '2', disk);
      expect(reason(order)).toBe('n1');
      expect(placer.occupancyOf('n1').allocated.storage).toBe(600);
    });

    it('keeps a disk when an unused place is released, and frees it with its workload', () => {
      placer.observe('a', '2', disk);
      placer.place(order);
      placer.release('a');
      expect(reason(wantsDisk)).toBe('NoCapacity');
      placer.forget('a');
      expect(reason(wantsDisk)).toBe('n1');
    });

    it('does not serve an order earlier because its disk is on the node', () => {
      placer.observe('a', '2', disk);
      placer.place(anOrder('holder', gpus(2)));
      placer.place(anOrder('older', { createdAt: -1, ...gpus(2) }));
      placer.forget('holder');
      expect(reason(order)).toBe('NoCapacity');
    });

    it('does not interrupt the disk of a Spot machine', () => {
      placer.observe('a', '2', disk);
      placer.setSpot('a', true);
      expect(reason(wantsDisk)).toBe('NoCapacity');
    });
  });

  describe('with Spot machines', () => {
    /** Observes an order as if its status had been written with this stage. */
    let version = 100;
    const write = (order: PlacementOrder, stage?: Allocation['stage']): void =>
      placer.observe(order.workload, String((version += 1)), { ...allocationOf(order), stage });
    const spot = (workload: string, createdAt = 0): PlacementOrder =>
      anOrder(workload, { spot: true, createdAt });
    const told = (): string[] => ['old', 'new'].filter((workload) => placer.noticeOf(workload) === NOTICE_MS);
    beforeEach(() => {
      write(spot('old', 1));
      write(spot('new', 2));
      woken = [];
    });

    it('takes the place of the newest machine, which gets notice only when the claim is written', () => {
      expect(placer.place(anOrder('firm'))).toMatchObject({ node: 'n1', awaitsSpot: true });
      expect(told()).toEqual([]);
      write(anOrder('firm'), 'Claimed');
      expect(told()).toEqual(['new']);
      expect(woken).toEqual(['new']);
    });

    it('gives claimed capacity to no other order, whichever machine leaves', () => {
      placer.place(anOrder('firm'));
      write(anOrder('firm'), 'Claimed');
      write(spot('new', 2), 'Leaving');
      placer.forget('new');
      expect(woken).toContain('firm');
      expect(reason(spot('another'))).toBe('NoCapacity');
      expect(placer.place(anOrder('firm'))).toMatchObject({ node: 'n1', awaitsSpot: false });
      expect(told()).toEqual([]);
    });

    it('gives the same notice when another operator has taken over', () => {
      const next = aPlacer(() => undefined, clock);
      next.setNode(node);
      next.observe('firm', '1', { ...allocationOf(anOrder('firm')), stage: 'Claimed' });
      next.observe('new', '2', allocationOf(spot('new', 2)));
      next.observe('old', '3', allocationOf(spot('old', 1)));
      expect(next.noticeOf('new')).toBe(NOTICE_MS);
      expect(next.noticeOf('old')).toBeUndefined();
    });

    it('withdraws the notice when the claim is released, and wakes the machine', () => {
      placer.place(anOrder('firm'));
      write(anOrder('firm'), 'Claimed');
      woken = [];
      placer.forget('firm');
      expect(told()).toEqual([]);
      expect(woken).toContain('new');
    });

    it('moves the claim to a place freed elsewhere and withdraws the notice', () => {
      placer.place(anOrder('firm'));
      write(anOrder('firm'), 'Claimed');
      woken = [];
      placer.setNode({ ...node, name: 'n2' });
      expect(woken).toContain('firm');
      expect(placer.place(anOrder('firm'))).toMatchObject({ node: 'n2', awaitsSpot: false });
      expect(told()).toEqual([]);
    });

    it('interrupts the second machine for a second claim, and none for a third', () => {
      for (const name of ['first', 'second']) {
        expect(placer.place(anOrder(name))).toMatchObject({ awaitsSpot: true });
        write(anOrder(name), 'Claimed');
      }
      expect(told()).toEqual(['old', 'new']);
      expect(reason(anOrder('third'))).toBe('NoCapacity');
    });

    it('gives no notice for a second claim that is not written yet', () => {
      placer.place(anOrder('first'));
      write(anOrder('first'), 'Claimed');
      placer.place(anOrder('second'));
      expect(told()).toEqual(['new']);
    });

    it('gives no notice on a node that is out of service', () => {
      placer.place(anOrder('firm'));
      write(anOrder('firm'), 'Claimed');
      placer.setNode({ ...node, closed: 'is not ready' });
      expect(told()).toEqual([]);
      expect(woken).toContain('firm');
    });

    it('treats a machine as Spot once its policy arrives', () => {
      placer.observe('new', '900', allocationOf(anOrder('new', { createdAt: 2 })));
      placer.place(anOrder('firm'));
      write(anOrder('firm'), 'Claimed');
      expect(told()).toEqual(['old']);
      placer.setSpot('new', true);
      expect(told()).toEqual(['new']);
    });

    it('gives notice in a booked place in time before the booking begins, and not earlier', () => {
      const start = clock.now().getTime() + 3_600_000;
      const booking = anOrder('booked', { span: { from: start, until: start + 3_600_000 } });
      const answer = placer.place(booking);
      expect(answer).toMatchObject({ awaitsSpot: false, askAgainAt: new Date(start - 2 * NOTICE_MS) });
      write(booking, 'Claimed');
      expect(told()).toEqual([]);
      clock.advance(3_600_000 - 2 * NOTICE_MS);
      placer.place(booking);
      expect(woken).toContain('new');
      expect(told()).toEqual(['new']);
    });
  });

  describe('with a machine that must move to another node', () => {
    const isThere = (workload: string, where: string) => ({
      ...allocationOf(anOrder(workload)),
      node: where,
    });
    const move = { node: 'n2', prefer: 'n1' };
    const kept = () => {
      const answer = placer.keep(anOrder('a', move));
      return 'refusal' in answer ? answer.refusal.reason : answer.node;
    };
    beforeEach(() => {
      placer.setNode({ ...node, name: 'n2', amounts: { ...amounts, gpus: 1 } });
      placer.observe('a', '1', isThere('a', 'n1'));
      woken = [];
    });

    it('keeps room for it there while it holds its place, and then gives it exactly that', () => {
      expect(kept()).toBe('n2');
      expect(reason(anOrder('b', { node: 'n2' }))).toBe('NoCapacity');
      expect(
        placer
          .occupancyOf('n1')
          .allocations()
          .map(({ workload }) => workload),
      ).toEqual(['a']);
      placer.observe('a', '2', undefined);
      expect(reason(anOrder('b', { node: 'n2' }))).toBe('NoCapacity');
      expect(reason(anOrder('a', { node: 'n2' }))).toBe('n2');
      expect(
        placer
          .occupancyOf('n2')
          .allocations()
          .map(({ workload }) => workload),
      ).toEqual(['a']);
      placer.leave('a');
      expect(reason(anOrder('b', { node: 'n2' }))).toBe('NoCapacity');
    });

    it('chooses a node if it only must leave its own, and gives it that even if another fits by then', () => {
      const leave = () => placer.keep(anOrder('a', { prefer: 'n1', leaves: 'n1' }));
      expect(leave()).toMatchObject({ node: 'n2' });
      expect(leave()).toMatchObject({ node: 'n2' });
      placer.observe('a', '2', undefined);
      expect(reason(anOrder('a'))).toBe('n2');
    });

    it('releases the room and wakes waiting orders when the machine no longer moves', () => {
      kept();
      expect(reason(anOrder('b', { node: 'n2' }))).toBe('NoCapacity');
      placer.leave('a');
      expect(woken).toContain('b');
      expect(reason(anOrder('b', { node: 'n2' }))).toBe('n2');
      expect(kept()).toBe('NoCapacity');
    });

    it('releases the room with the machine', () => {
      kept();
      placer.forget('a');
      expect(placer.occupancyOf('n2').allocations()).toEqual([]);
    });

    it('releases the room when the node is closed', () => {
      kept();
      placer.setNode({ ...node, name: 'n2', closed: 'is in maintenance' });
      expect(kept()).toBe('NodeUnsuitable');
      expect(placer.occupancyOf('n2').allocations()).toEqual([]);
    });

    it('interrupts no Spot machine for it', () => {
      placer.observe('spot', '3', { ...isThere('spot', 'n2'), spot: true });
      expect(kept()).toBe('NoCapacity');
      expect(placer.noticeOf('spot')).toBeUndefined();
    });

    it("counts its GPUs once in the tenant's quota, even while it is on neither node", () => {
      kept();
      expect(placer.gpusOf('u-1')).toBe(1);
      placer.observe('a', '2', undefined);
      expect(placer.gpusOf('u-1')).toBe(1);
      expect(reason(anOrder('b', { node: 'n1', gpuQuota: 1 }))).toBe('QuotaExceeded');
      expect(reason(anOrder('a', { node: 'n2', gpuQuota: 1 }))).toBe('n2');
    });

    it('keeps the room even if an older order waits for a drain of the node', () => {
      kept();
      const older = anOrder('b', { createdAt: -1, node: 'n2' });
      expect(reason(older)).toBe('NoCapacity');
      expect(kept()).toBe('n2');
      placer.observe('a', '2', undefined);
      expect(reason(anOrder('a', { node: 'n2' }))).toBe('n2');
    });
  });

  it('never lets an older waiting order displace one from its place', () => {
    placer.place(anOrder('holder', gpus(2)));
    placer.observe('holder', '5', { ...allocationOf(anOrder('holder', gpus(2))), stage: 'Claimed' });
    placer.place(anOrder('older', { createdAt: -1 }));
    placer.setNode({ ...node, name: 'a' });
    expect(placer.place(anOrder('holder', gpus(2)))).toMatchObject({ node: 'n1' });
  });

  it('never allocates more than the node has, whatever the order of events', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 60 }), (history) => {
        const random = aPlacer(() => undefined);
        random.setNode(node);
        history.forEach((event, index) => play(random, event, String(index)));
        const held = random
          .occupancyOf('n1')
          .allocations()
          .map(({ amounts }) => amounts);
        return held.reduce(plus, gpus(0).amounts).gpus <= node.amounts.gpus;
      }),
    );
  });
});

function allocationOf({ workload, tenant, amounts, spot, createdAt, span }: PlacementOrder): Allocation {
  return { workload, tenant, node: 'n1', amounts, spot, createdAt, ...span };
}

type Event = [
  action: 'asks' | 'is stopped' | 'is deleted',
  workload: string,
  gpus: number,
  createdAt: number,
];

const anEvent: fc.Arbitrary<Event> = fc.tuple(
  fc.constantFrom('asks' as const, 'is stopped' as const, 'is deleted' as const),
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.integer({ min: 1, max: 2 }),
  fc.integer({ min: 0, max: 3 }),
);

function play(placer: Placer, [action, workload, count, createdAt]: Event, version: string): void {
  if (action === 'asks') placer.place(anOrder(workload, { createdAt, ...gpus(count) }));
  if (action === 'is stopped') placer.observe(workload, version, undefined);
  if (action === 'is deleted') placer.forget(workload);
}
