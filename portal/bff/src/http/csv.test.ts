import { describe, expect, it } from '@jest/globals';
import { toCsv } from './csv.ts';

const cellOf = (value: unknown) => toCsv(['a'], [{ a: value }]).split('\r\n')[1];

describe('CSV', () => {
  it('has a mark for Excel, a line of names and a line per item', () => {
    expect(toCsv(['a', 'b'], [{ a: 1, b: 'x' }, { a: 2 }])).toBe('\uFEFFa,b\r\n1,x\r\n2,\r\n');
  });

  it.each([
    ['a formula', '=1+1', "'=1+1"],
    ['a command', '@SUM(A1)', "'@SUM(A1)"],
    ['a plus', '+86', "'+86"],
    ['a formula in quotes', '=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['a tab', '\tx', "'\tx"],
    ['a negative amount, which is a number', '-12.30', '-12.30'],
    ['a minus before text', '-x', "'-x"],
    ['a comma', 'a,b', '"a,b"'],
    ['a line break', 'a\nb', '"a\nb"'],
    ['nothing', null, ''],
    ['a list', ['a', 'b'], 'a; b'],
    ['an object', { x: 1 }, '"{""x"":1}"'],
    ['a boolean', true, 'true'],
  ])('of %s', (_, value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });
});
