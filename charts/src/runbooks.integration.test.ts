import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { kubectl } from './testing/kubectl.ts';

const root = join(import.meta.dirname, '../..');

/** Third-party kinds that the test cluster lacks. */
const foreign = /\b(?:podmonitors|certificates?|cdi)\b/;

/** Splits a command before its first pipe into words, like a shell. */
function words(command: string): string[] {
  const found = [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"|])+|\|/g)].map(([word]) => word);
  const end = found.indexOf('|');
  return found
    .slice(0, end === -1 ? undefined : end)
    .map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

/** Read-only commands in the runbooks, including inline ones. */
const commands = new Set(
  globSync('docs/runbooks/*.md', { cwd: root })
    .flatMap((page) => [...readFileSync(join(root, page), 'utf8').matchAll(/(?:^ *|`)(kubectl [^`\n]+)/gm)])
    .map(([, command = '']) => command)
    .filter((command) => /^kubectl (?:get|describe|events|auth can-i) /.test(command)),
);

let cluster: OwnControlPlane;
beforeAll(async () => {
  cluster = await startOwnControlPlane({ kinds: true });
}, 600_000);
afterAll(() => cluster.stop());

it('the API server accepts the commands of the runbooks', async () => {
  expect(commands.size).toBeGreaterThan(40);
  const refused: string[] = [];
  for (const command of [...commands].filter((one) => !foreign.test(one))) {
    const answer = await kubectl(cluster.kubeconfig, words(command).slice(1));
    const complaint = /^error: .*|^Error from server(?! \(NotFound\)).*/m.exec(answer);
    if (complaint) refused.push(`${command}: ${complaint[0]}`);
  }
  expect(refused).toEqual([]);
});
