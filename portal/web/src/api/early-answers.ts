declare global {
  interface Window {
    /** The requests that boot.js sent while the scripts were loading, by address. */
    earlyAnswers?: Partial<Record<string, Promise<Response>>>;
  }
}

/** The answer to a request that boot.js has sent. It is used once, since the next reader wants a newer one. */
export function takeEarlyAnswer(url: string): Promise<Response> | undefined {
  const answer = window.earlyAnswers?.[url];
  delete window.earlyAnswers?.[url];
  return answer;
}
