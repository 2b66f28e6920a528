import { expect, it } from '@jest/globals';
import { reasonLists } from './reason-lists.ts';
import { adviceOn } from './runbooks.ts';
import { valuesPage } from './values.ts';

it('reasons are read with their meanings, grouped by comments', () => {
  const source = `
/** Why it waits. */
export const some = {
  ...others,

  /** It waits. */
  waits: 'Waits',

  // When it ends.

  /** It ended. */
  ended: 'Ended',
  gone: 'Gone',
} as const;
`;
  expect(reasonLists(source)).toEqual([
    { title: 'Why it waits.', reasons: [{ name: 'Waits', meaning: 'It waits.' }] },
    {
      title: 'When it ends.',
      reasons: [
        { name: 'Ended', meaning: 'It ended.' },
        { name: 'Gone', meaning: '' },
      ],
    },
  ]);
});

const runbooks = [
  { page: 'elsewhere', text: '# Elsewhere\n\n`Lost` is one.\n' },
  { page: 'stuck', text: '# Stuck\n\n| `Lost`, `Gone` | look for it |\n| `…Refused`     | read why    |\n' },
  { page: 'images', text: '# Images\n\n| `Gone`、`CloneRefused` | 见说明 |\n' },
  { page: 'GPULeaseBroken', text: '# GPULeaseBroken\n' },
];

it.each([
  ['Lost', ['stuck: look for it', 'elsewhere: undefined']],
  ['ServiceRefused', ['stuck: read why']],
  ['CloneRefused', ['images: 见说明']],
  ['Broken', ['GPULeaseBroken: undefined']],
  ['Other', []],
])('finds the advice of runbooks for %s, table rows first', (reason, advice) => {
  expect(adviceOn(reason, runbooks).map(({ page, words }) => `${page}: ${words}`)).toEqual(advice);
});

it('a value has its path, default, limits and the comment above it', () => {
  const yaml = `# The first.
a:
  # What it is; see docs/install.md.
  b: 3
  c:
    # Deep.
    d: ''

# A list.
e: [x]
`;
  const schema = {
    definitions: { few: { type: 'integer', minimum: 1 } },
    properties: { a: { properties: { b: { $ref: '#/definitions/few' } } }, e: { type: 'array' } },
  };
  const chinese = { 'a.b': '说明见 docs/zh/install.md。' };
  const shown = valuesPage('en', { yaml, schema, chinese });
  expect(shown).toContain('## a\n\nThe first.');
  expect(shown).toContain(
    '| `a.b` | `3` | integer from 1 | What it is; see [docs/install.md](../install.md). |',
  );
  expect(shown).toContain('| `a.c.d` | empty |  | Deep. |');
  expect(shown).toContain('## e\n\n| value | default | allowed | meaning |');
  expect(valuesPage('zh', { yaml, schema, chinese })).toContain(
    '| `a.b` | `3` | integer 不小于 1 | 说明见 [docs/zh/install.md](../install.md)。 |',
  );
});
