declare global {
  interface Window {
    /** What boot.js asked for while the scripts were on their way, by its address. */
    earlyAnswers?: Partial<Record<string, Promise<Response>>>;
  }
}

/** The answer to a read that boot.js has asked for already; once, since the next reader wants a newer one. */
export function takeEarlyAnswer(url: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.[url];
  delete window.earlyAnswers?.[url];
  return answer;
}
