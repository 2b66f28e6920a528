import { describe, expect, it } from '@jest/globals';
import { foreignText } from './foreign-text.ts';

describe('foreignText', () => {
  it.each([
    ['keeps a sentence without its period', 'no such host.', 'no such host'],
    ['joins several lines', 'no such host\n\tat 10.0.0.1\r\n', 'no such host at 10.0.0.1'],
    ['drops control characters', 'red \u001b[31m\u0000alert', 'red [31m alert'],
    ['truncates a text that is too long', 'x'.repeat(2000), `${'x'.repeat(399)}…`],
    ['keeps a text of maximum length', 'x'.repeat(400), 'x'.repeat(400)],
  ])('%s', (_, text, expected) => {
    expect(foreignText(text)).toBe(expected);
  });
});
