/** One tab of the browser leads, the others follow it. */

interface Turns {
  /** Runs while another tab leads, until the returned function is called; `onSilence` takes the lead from it. */
  readonly follow: (onSilence: () => void) => () => void;
  /** Runs while this tab leads, until the signal. */
  readonly lead: (ended: AbortSignal) => void;
}

/**
 * Follows and leads in turns until `stopped`. The lead falls to another tab when the one that has it is closed, and is taken
 * from one that is silent, which follows once it is awake again. Without locks (plain http) every tab leads.
 */
export async function takeTurns(name: string, stopped: AbortSignal, turns: Turns): Promise<void> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) {
    turns.lead(stopped);
    return;
  }
  let isTaken = false;
  while (!stopped.aborted) isTaken = await takeTurn({ name, locks, isTaken }, stopped, turns);
}

interface Lock {
  readonly name: string;
  readonly locks: LockManager;
  /** The lead is taken from whoever has it. */
  readonly isTaken: boolean;
}

/** Follows and then leads once. Returns whether the next turn is to take the lead, for the one that has it is silent. */
async function takeTurn(
  { name, locks, isTaken }: Lock,
  stopped: AbortSignal,
  turns: Turns,
): Promise<boolean> {
  const [waiting, leading] = [endingWith(stopped), endingWith(stopped)];
  let isSilent = false;
  const stopFollowing = isTaken
    ? () => undefined
    : turns.follow(() => {
        isSilent = true;
        waiting.abort();
      });
  try {
    await locks.request(name, isTaken ? { steal: true } : { signal: waiting.signal }, () => {
      stopFollowing();
      turns.lead(leading.signal);
      return untilAborted(stopped);
    });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    // The wait was ended, or another tab has taken the lead.
  }
  stopFollowing();
  leading.abort();
  return isSilent;
}

/** What ends with a signal at the latest. */
function endingWith(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  void untilAborted(signal).then(() => controller.abort());
  return controller;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}
