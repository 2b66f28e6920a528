/** The page of the environment, from the schemas that the programs print with `--settings`. Pure. */
import type { settingsOf } from '../../kube/src/settings.ts';
import { code, page, table, text, type Row } from './markdown.ts';

type Setting = ReturnType<typeof settingsOf>[number];

const introduction = `The variables of each program's environment. The chart sets most of them from [its values](values.md), and the Secret of
\`bff.servicesSecret\` has those of external services. \`--settings\` prints what a program goes by, without secrets:

\`\`\`
kubectl exec -n gpulease-system deployment/gpulease-bff -- /usr/local/bin/node portal/bff/src/main.ts --settings
\`\`\``;

export function settingsPage(programs: Readonly<Record<string, readonly Setting[]>>): string {
  const chapters = Object.entries(programs).flatMap(([program, settings]) => [
    `## ${program}`,
    table(['variable', 'default', 'meaning'], settings.map(row)),
  ]);
  return page('Environment', [introduction, ...chapters]);
}

function row({ name, description, fallback, isRequired, isSecret }: Setting): Row {
  const secret = isSecret ? ' Secret.' : '';
  return [code(name), isRequired ? '*required*' : code(fallback), `${text(description)}${secret}`];
}
