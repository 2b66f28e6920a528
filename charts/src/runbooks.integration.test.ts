import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startOwnControlPlane, type OwnControlPlane } from '@gpulease/local/testing';
import { kubectl } from './testing/kubectl.ts';

const root = join(import.meta.dirname, '../..');

/** Kinds of others that this cluster lacks. */
const foreign = /\b(?:podmonitors|certificates?|cdi)\b/;

/** What a command is before its first pipe, as the words that a shell makes of it. */
function words(command: string): string[] {
  const found = [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"|])+|\|/g)].map(([word]) => word);
  const end = found.indexOf('|');
  return found
    .slice(0, end === -1 ? undefined : end)
    .map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

/** Commands of the runbooks that only read from the API server, those within a sentence too. */
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

it('runbooks ask the API server in words that it knows', async () => {
  expect(commands.size).toBeGreaterThan(40);
  const refused: string[] = [];
  for (const command of [...commands].filter((one) => !foreign.test(one))) {
    const answer = await kubectl(cluster.kubeconfig, words(command).slice(1));
    const complaint = /^error: .*|^Error from server(?! \(NotFound\)).*/m.exec(answer);
    if (complaint) refused.push(`${command}: ${complaint[0]}`);
  }
  expect(refused).toEqual([]);
});
