import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { templatesIn } from '../.vitepress/templates.ts';
import { code, text } from './markdown.ts';
import { root } from './root.ts';

describe('a template', () => {
  it.each([
    [
      'in a sentence',
      'one\nThe label {{ $labels.name }} says it.',
      ['2: The label {{ $labels.name }} says it.'],
    ],
    ['within backticks', '`{{ name }}`', ['1: `{{ name }}`']],
    ['after a block', '```\n{{ a }}\n```\n{{ b }}', ['4: {{ b }}']],
    ['in a block of code', '```yaml\na: {{ name }}\n```', []],
    ['in a block within a list', '1. one\n\n   ```\n   {{ name }}\n   ```\n', []],
    ['in a v-pre element', 'in <code v-pre>{{ name }}</code> now', []],
    ['as the reference writes it', `${code('{{ a }}')} ${text('{{ b }} and {{ c')}`, []],
  ])('%s is found if Vue would evaluate it', (_, page, found) => {
    expect(templatesIn(page)).toEqual(found);
  });
});

it('is in no page', () => {
  const pages = globSync('docs/{*.md,!(node_modules)/**/*.md}', { cwd: root });
  expect(pages.length).toBeGreaterThan(100);
  const found = pages.flatMap((path) =>
    templatesIn(readFileSync(join(root, path), 'utf8')).map((line) => `${path}:${line}`),
  );
  expect(found).toEqual([]);
});
