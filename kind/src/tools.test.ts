import { expect, it } from '@jest/globals';
import { missingTool } from './tools.ts';

const all = ['docker', 'kind', 'kubectl', 'helm'];

it.each([
  ['docker', /^Docker is not running here: install it .*\.$/],
  ['kind', /^kind is missing: install it .*\.$/],
  ['kubectl', /^kubectl is missing: install it .*\.$/],
  ['helm', /^helm is missing: install it .*\.$/],
])('reports in one sentence that %s must be installed', (missing, sentence) => {
  expect(missingTool(all, (name) => name !== missing)).toMatch(sentence);
});

it('reports nothing when all tools are installed, or a missing one is not needed', () => {
  expect(missingTool(all, () => true)).toBeUndefined();
  expect(missingTool(['docker', 'kind'], (name) => name !== 'helm')).toBeUndefined();
});
