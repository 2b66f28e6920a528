import { describe, expect, it } from '@jest/globals';
import { foreignText } from './foreign-text.ts';

describe('foreignText', () => {
  it.each([
    ['keeps a sentence, without its full stop', 'no such host.', 'no such host'],
    ['makes several lines one', 'no such host\n\tat 10.0.0.1\r\n', 'no such host at 10.0.0.1'],
    ['drops what no terminal should see', 'red \u001b[31m\u0000alert', 'red [31m alert'],
    ['cuts what is too long', 'x'.repeat(2000), `${'x'.repeat(399)}…`],
    ['keeps what is just short enough', 'x'.repeat(400), 'x'.repeat(400)],
  ])('%s', (_, text, expected) => {
    expect(foreignText(text)).toBe(expected);
  });
});
