/** Finds the runbooks' advice for a reason. Pure. */

export interface Runbook {
  /** The file name without `.md`. */
  readonly page: string;
  readonly text: string;
}

interface Advice {
  readonly page: string;
  readonly title: string;
  /** The table cell about the reason, if any; its links are relative to the runbook. */
  readonly words: string | undefined;
}

/** Returns the runbooks that mention the reason, those with a row for it first. */
export function adviceOn(reason: string, runbooks: readonly Runbook[]): Advice[] {
  const rows = runbooks.flatMap(({ page, text }) => rowsIn(text).map((row) => ({ ...row, page })));
  const named = rows.filter(({ names }) => names.includes(reason));
  const meant =
    named.length > 0 ? named : rows.filter(({ names }) => names.some((name) => isEnd(name, reason)));
  const found = runbooks.flatMap(({ page, text }): Advice[] => {
    const words = meant.find((row) => row.page === page)?.words;
    if (words === undefined && !text.includes(`\`${reason}\``) && page !== `GPULease${reason}`) return [];
    return [{ page, title: /^# (.*)/.exec(text)?.[1] ?? page, words }];
  });
  return found.toSorted((a, b) => Number(a.words === undefined) - Number(b.words === undefined));
}

function rowsIn(text: string): { names: string[]; words: string }[] {
  return [...text.matchAll(/^\| ((?:`[\w…]+`(?:, |、)?)+) +\| (.*?) +\|$/gm)].map(
    ([, names = '', words = '']) => ({
      names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
      words,
    }),
  );
}

/** Whether a name such as `…Refused` matches the end of the reason. */
function isEnd(name: string, reason: string): boolean {
  return name.startsWith('…') && reason.endsWith(name.slice(1));
}
