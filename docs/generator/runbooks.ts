/** What the runbooks advise for a reason. Pure. */

export interface Runbook {
  /** Without `.md`. */
  readonly page: string;
  readonly text: string;
}

interface Advice {
  readonly page: string;
  readonly title: string;
  /** The cell of a table that is about the reason, if there is one; its links are those of the runbook. */
  readonly words: string | undefined;
}

/** The pages that name the reason, those first that have a row for it. */
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

/** `…Refused` stands for every name that ends so and has no row of its own. */
function isEnd(name: string, reason: string): boolean {
  return name.startsWith('…') && reason.endsWith(name.slice(1));
}
