import { describe, expect, it } from '@jest/globals';
import { formatter } from './format.ts';

const zh = formatter('zh');
const en = formatter('en');

describe('durations', () => {
  it.each([
    [0, '0 秒', '0 seconds'],
    [83, '1 分 23 秒', '1 minute 23 seconds'],
    [3_600, '1 小时', '1 hour'],
    [7_384, '2 小时 3 分 4 秒', '2 hours 3 minutes 4 seconds'],
  ])('spells %d seconds', (seconds, chinese, english) => {
    expect(zh.duration(seconds)).toBe(chinese);
    expect(en.duration(seconds)).toBe(english);
  });

  it.each([
    [0, '0 minutes'],
    [0.5, '30 minutes'],
    [13.88, '13 hours 52 minutes'],
    [24, '1 day'],
    [49.9, '2 days 1 hour'],
  ])('spells %d hours to the minute below one day, and to the hour above', (hours, english) => {
    expect(en.hours(hours)).toBe(english);
  });
});

it.each([
  [0.5, '30\u00a0分钟', '30m'],
  [13.88, '13\u00a0小时', '13h'],
  [47.9, '47\u00a0小时', '47h'],
  [49.9, '2\u00a0天', '2d'],
])('shortens %d hours to the largest unit', (hours, chinese, english) => {
  expect(zh.shortHours(hours)).toBe(chinese);
  expect(en.shortHours(hours)).toBe(english);
});

it('shows sizes in TiB from 1,024 GiB upwards', () => {
  expect(en.gib(500)).toBe('500\u00a0GiB');
  expect(en.gib(4096)).toBe('4\u00a0TiB');
});

it('shows rates to two digits, however small', () => {
  expect(en.rate(0.0156)).toBe('0.016');
  expect(zh.rate(3.75)).toBe('3.8');
  expect(en.rate(0)).toBe('0');
});

it('joins names as in a sentence', () => {
  expect(zh.list(['one', 'two', 'three'])).toBe('one、two和three');
  expect(en.list(['one', 'two', 'three'])).toBe('one, two, and three');
});
