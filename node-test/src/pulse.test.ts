import { expect, it } from '@jest/globals';
import { answersBetween, describeAnswers, type Beat } from './pulse.ts';

const answered = (at: number): Beat => ({ askedAt: at, endedAt: at + 10, isAnswered: true });
const failed = (at: number): Beat => ({ askedAt: at, endedAt: at + 5_000, isAnswered: false });

it.each([
  [
    'counts only requests between two moments',
    [answered(0), answered(1_000), answered(9_000)],
    [500, 2_000],
    [1, 0, 990],
  ],
  ['counts failed requests', [answered(0), failed(250), failed(500), answered(750)], [0, 760], [4, 2, 750]],
  [
    'finds the gap without requests, as in a power cut',
    [answered(0), answered(60_000)],
    [0, 60_010],
    [2, 0, 60_000],
  ],
  ['takes the whole time if every request failed', [failed(100), failed(350)], [0, 400], [2, 2, 400]],
  ['orders responses by time', [{ ...answered(0), endedAt: 900 }, answered(250)], [0, 900], [2, 0, 640]],
] as const)('%s', (_, beats, [from, to], [requests, failures, longestGapMs]) => {
  expect(answersBetween(beats, from, to)).toEqual({ requests, failed: failures, longestGapMs });
});

it('describes the result in one line', () => {
  expect(describeAnswers({ requests: 40, failed: 3, longestGapMs: 2_140 })).toBe(
    '40 requests, 3 failed, 2.1 s at most without an answer',
  );
});
