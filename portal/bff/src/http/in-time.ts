export class TooLateError extends Error {}

/** Rejects with `sentence` if the answer takes longer than `limitMs`; a late answer is ignored. */
export async function inTime<T>(answer: Promise<T>, limitMs: number, sentence: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TooLateError(sentence)), limitMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
