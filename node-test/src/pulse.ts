/** Requests a small page of the portal four times a second and records the responses. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const periodMs = 250;
/** Timeout of a request. */
const patienceMs = 5_000;

/** URL of the portal, and session of the caller. */
interface Caller {
  url: string;
  cookie: string;
}

/** A request; times in milliseconds since the epoch. */
export interface Beat {
  askedAt: number;
  endedAt: number;
  isAnswered: boolean;
}

interface Answers {
  requests: number;
  failed: number;
  /** The longest time without an answer. */
  longestGapMs: number;
}

/** Sends requests until the process ends. Records them in a file, which survives a power cut. */
export class Pulse {
  readonly #file: string;
  readonly #caller: Caller;
  readonly #beats: Beat[];
  /** Time of the last request before it resumed; for a new pulse, its start. */
  readonly askedAt: number;

  private constructor(file: string, caller: Caller, beats: Beat[]) {
    this.#file = file;
    this.#caller = caller;
    this.#beats = beats;
    this.askedAt = beats.at(-1)?.askedAt ?? Date.now();
    setInterval(() => void this.#ask(), periodMs).unref();
  }

  static begin(file: string, caller: Caller): Pulse {
    writeFileSync(file, `${JSON.stringify(caller)}\n`, { mode: 0o600 });
    return new Pulse(file, caller, []);
  }

  /** Resumes the pulse of an earlier process. */
  static goOn(file: string): Pulse {
    const [caller, ...beats] = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    return new Pulse(file, caller as Caller, beats as Beat[]);
  }

  /** Returns the results of requests from a moment until now. */
  since(from: number): Answers {
    return answersBetween(this.#beats, from, Date.now());
  }

  async #ask(): Promise<void> {
    const askedAt = Date.now();
    const isAnswered = await isGranted(this.#caller).catch(() => false);
    const beat = { askedAt, endedAt: Date.now(), isAnswered };
    this.#beats.push(beat);
    appendFileSync(this.#file, `${JSON.stringify(beat)}\n`);
  }
}

async function isGranted({ url, cookie }: Caller): Promise<boolean> {
  const signal = AbortSignal.timeout(patienceMs);
  const { ok, body } = await fetch(`${url}/api/v1/me`, { headers: { cookie }, signal });
  await body?.cancel();
  return ok;
}

/** Returns the results of requests sent between two moments. */
export function answersBetween(beats: readonly Beat[], from: number, to: number): Answers {
  const asked = beats.filter(({ askedAt }) => askedAt >= from && askedAt <= to);
  const answered = asked.filter(({ isAnswered }) => isAnswered);
  const moments = [from, ...answered.map(({ endedAt }) => endedAt), to].toSorted((a, b) => a - b);
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  return {
    requests: asked.length,
    failed: asked.length - answered.length,
    longestGapMs: Math.max(...gaps),
  };
}

export function describeAnswers({ requests, failed, longestGapMs }: Answers): string {
  return `${requests} requests, ${failed} failed, ${(longestGapMs / 1_000).toFixed(1)} s at most without an answer`;
}
