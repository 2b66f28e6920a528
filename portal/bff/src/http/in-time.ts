export class TooLateError extends Error {}

/** Rejects with the sentence when the answer takes too long. What it then comes to is of no interest. */
export async function inTime<T>(answer: Promise<T>, limitMs: number, sentence: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TooLateError(sentence)), limitMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
