import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { openRunOf, type Run } from '@gpulease/crds';
import { inOrder, isLedgerFull, recordGone, pruneRuns, recordRuns, unsettledRuns } from './runs.ts';
import type { SeenMachine } from './runs.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const stamp = (minute: number) => at(minute).toISOString();
const open: Run[] = [{ id: 'vmi-1', startedAt: stamp(0) }];

describe('recordRuns', () => {
  it('opens a run once the machine runs', () => {
    expect(recordRuns([], { id: 'vmi-1', runningSince: at(0) })).toEqual(open);
  });

  it('opens no run while the machine is only starting', () => {
    expect(recordRuns([], { id: 'vmi-1' })).toEqual([]);
  });

  it('changes nothing while the machine keeps running', () => {
    expect(recordRuns(open, { id: 'vmi-1', runningSince: at(0) })).toEqual(open);
  });

  it('closes the run at our own stop if the machine still runs', () => {
    const runs = recordRuns(
      open,
      { id: 'vmi-1', runningSince: at(0) },
      { at: at(9), reason: 'StopRequested' },
    );
    expect(runs).toEqual([{ ...open[0], stoppedAt: stamp(9), endReason: 'StopRequested' }]);
  });

  it("closes the run at the machine's end if that came first", () => {
    const machine = { id: 'vmi-1', runningSince: at(0), overSince: at(5) };
    const runs = recordRuns(open, machine, { at: at(9), reason: 'StopRequested' });
    expect(runs).toEqual([{ ...open[0], stoppedAt: stamp(5), endReason: 'MachineEnded' }]);
  });

  it('closes the run for our reason if the machine was switched off, whichever end is observed first', () => {
    const machine = { id: 'vmi-1', runningSince: at(0), overSince: at(8), isSwitchedOff: true };
    const runs = recordRuns(open, machine, { at: at(9), reason: 'StopRequested' });
    expect(runs).toEqual([{ ...open[0], stoppedAt: stamp(8), endReason: 'StopRequested' }]);
  });

  it('closes the run of a replaced machine and opens the next', () => {
    expect(recordRuns(open, { id: 'vmi-2', runningSince: at(7) })).toEqual([
      { ...open[0], stoppedAt: stamp(7), endReason: 'MachineEnded' },
      { id: 'vmi-2', startedAt: stamp(7) },
    ]);
  });

  it('does not use our own stop as the end of a previously unknown machine', () => {
    const runs = recordRuns(
      open,
      { id: 'vmi-2', runningSince: at(7) },
      { at: at(8), reason: 'MachineReplaced' },
    );
    expect(runs.at(-1)).toEqual({ id: 'vmi-2', startedAt: stamp(7) });
  });

  it('records a run that began and ended unobserved', () => {
    const runs = recordRuns([], { id: 'vmi-1', runningSince: at(0), overSince: at(3) });
    expect(runs).toEqual([{ ...open[0], stoppedAt: stamp(3), endReason: 'MachineEnded' }]);
  });

  it('never lets a run end before it began, even if clocks disagree', () => {
    const runs = recordRuns(open, undefined, {
      at: new Date(at(0).getTime() - 60_000),
      reason: 'StopRequested',
    });
    expect(runs[0]?.stoppedAt).toBe(stamp(0));
  });

  it('never changes recorded runs, and keeps at most one run open, whatever it observes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(aMachine, fc.boolean()), { maxLength: 30 }), (history) => {
        let runs: Run[] = [];
        history.forEach(([machine, stops], minute) => {
          const next = recordRuns(
            runs,
            machine,
            stops ? { at: at(minute), reason: 'StopRequested' } : undefined,
          );
          runs.forEach((run, index) => {
            expect(next[index]).toMatchObject(run);
          });
          runs = next;
        });
        return runs.filter(({ stoppedAt }) => stoppedAt === undefined).length <= 1;
      }),
    );
  });
});

describe('noteGone', () => {
  const stopped: Run[] = [
    { id: 'vmi-1', startedAt: stamp(0), stoppedAt: stamp(9), endReason: 'StopRequested' },
  ];

  it.each([
    { name: 'records nothing for an open run', runs: open, machine: undefined, gone: undefined },
    { name: 'waits while the machine shuts down', runs: stopped, machine: { id: 'vmi-1' }, gone: undefined },
    { name: 'records when the machine was gone', runs: stopped, machine: undefined, gone: stamp(11) },
    {
      name: 'takes the creation of a newer machine as proof that it was gone',
      runs: stopped,
      machine: { id: 'vmi-2', createdAt: at(10) },
      gone: stamp(10),
    },
    {
      name: 'never changes a recorded time',
      runs: [{ ...stopped[0], goneAt: stamp(10) } as Run],
      machine: undefined,
      gone: stamp(10),
    },
  ])('$name', ({ runs, machine, gone }) => {
    expect(recordGone(runs, machine, at(11))[0]?.goneAt).toBe(gone);
  });

  it('never records a time before the end of the run', () => {
    expect(recordGone(stopped, undefined, at(3))[0]?.goneAt).toBe(stamp(9));
  });
});

describe('the ledger', () => {
  const closed = (id: string): Run => ({
    id,
    startedAt: stamp(0),
    stoppedAt: stamp(1),
    endReason: 'StopRequested',
  });

  it('finds the open run', () => {
    expect(openRunOf([closed('a'), { id: 'b', startedAt: stamp(2) }])?.id).toBe('b');
    expect(openRunOf([closed('a')])).toBeUndefined();
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => closed(String(index)));
  const left = (runs: Run[], settledRun: string | undefined) =>
    pruneRuns(runs, settledRun).map(({ id }) => Number(id));

  it('is in chronological order, even for two runs that began in the same second', () => {
    const [first, second] = [
      { id: 'vmi-2', startedAt: stamp(0), stoppedAt: stamp(0), endReason: 'Moving' },
      { id: 'vmi-1', startedAt: stamp(0) },
    ];
    const third = { id: 'vmi-0', startedAt: stamp(1) };
    expect(inOrder([third, second, first])).toEqual([first, second, third]);
  });

  it('drops only runs that billing has settled, and keeps the last of them as a marker', () => {
    expect(left(many(20), '9')).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(left(many(20), undefined)).toHaveLength(20);
  });

  it('keeps the newest runs even if they are settled, because crashes are counted by them', () => {
    expect(left(many(3), '2')).toEqual([0, 1, 2]);
    expect(left(many(20), '19')).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
  });

  it('is full with 64 closed runs that are not settled', () => {
    expect(isLedgerFull({ runs: many(64) })).toBe(true);
    expect(isLedgerFull({ runs: many(64), billing: { settledRun: '0' } })).toBe(false);
    expect(isLedgerFull()).toBe(false);
  });

  it('counts the closed runs that billing has not settled', () => {
    expect(unsettledRuns([closed('a'), closed('b'), closed('c')], 'a')).toBe(2);
    expect(unsettledRuns([closed('a'), { id: 'b', startedAt: stamp(2) }], undefined)).toBe(1);
  });
});

const aMachine: fc.Arbitrary<SeenMachine | undefined> = fc.option(
  fc.record({
    id: fc.constantFrom('vmi-1', 'vmi-2', 'vmi-3'),
    runningSince: fc.option(fc.integer({ min: 0, max: 30 }).map(at), { nil: undefined }),
    overSince: fc.option(fc.integer({ min: 0, max: 30 }).map(at), { nil: undefined }),
  }),
  { nil: undefined },
);
