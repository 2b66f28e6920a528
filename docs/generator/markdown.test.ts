import { describe, expect, it } from '@jest/globals';
import { code, page, table, text } from './markdown.ts';

describe('a sentence', () => {
  it.each([
    ['in plain words', 'All is well.', 'All is well.'],
    ['with HTML', 'an <error> & more', 'an &lt;error&gt; &amp; more'],
    [
      'with a template of Vue or of an alert',
      'in {{ $labels.name }} now',
      'in <code v-pre>{{ $labels.name }}</code> now',
    ],
    ['with half a template', 'in {{ name', 'in {&#8203;{ name'],
    ['with code in backticks', 'run `kubectl get <a>` now', 'run `kubectl get <a>` now'],
    ['with Markdown syntax', 'a_b * [c] | d', String.raw`a\_b \* \[c\] \| d`],
    ['with an address', 'such as http://prometheus:9090; or', 'such as `http://prometheus:9090`; or'],
  ])('%s is shown unchanged', (_, sentence, markdown) => {
    expect(text(sentence)).toBe(markdown);
  });
});

it('code may contain backticks', () => {
  expect([code('a'), code('a`b'), code('')]).toEqual(['`a`', '``a`b``', '']);
});

describe('a table', () => {
  it('omits empty columns', () => {
    expect(table(['a', 'b', 'c'], [['1', '', '3']])).toBe('| a | c |\n| --- | --- |\n| 1 | 3 |');
  });

  it('escapes bars and joins lines within its cells', () => {
    expect(table(['a'], [['`x|y`\nz']])).toBe('| a |\n| --- |\n| `x\\|y` z |');
  });

  it('without rows is empty', () => {
    expect(table(['a'], [])).toBe('');
  });
});

it('a page omits empty paragraphs', () => {
  expect(page('Title', ['', 'text'])).toMatch(/# Title\n\ntext\n$/);
});
