import { describe, expect, it } from '@jest/globals';
import { readDunningSchedule } from './schedule.ts';
import { dunningSentence } from './sentence.ts';

describe('the dunning schedule', () => {
  it('matches the sentence', () => {
    const { en, zh } = dunningSentence(
      readDunningSchedule({
        GPULEASE_LOW_FUNDS_HOURS: '6,48',
        GPULEASE_UNFUNDED_DISK_DAYS: '20',
        GPULEASE_STOPPED_DISK_DAYS: '90',
      }),
    );
    expect(en).toContain('less than 48 hours, and again at 6 hours');
    expect(en).toContain('their disks are kept for 20 days');
    expect(en).toContain('are kept for 90 days');
    expect(zh).toContain('少于 48 小时、6 小时');
    expect(zh).toContain('保留 20 天');
    expect(zh).toContain('保留 90 天');
  });

  it.each([
    ['GPULEASE_LOW_FUNDS_HOURS', '24 2', 'must be whole numbers'],
    ['GPULEASE_STOPPED_DISK_DAYS', '0', 'must be a number of days'],
    ['GPULEASE_UNFUNDED_DISK_DAYS', '366', 'must be at most 365 days'],
    ['GPULEASE_UNFUNDED_DISK_NOTICE_DAYS', '1,15', 'must be days below GPULEASE_UNFUNDED_DISK_DAYS'],
    ['GPULEASE_STOPPED_DISK_NOTICE_DAYS', '30', 'must be days below GPULEASE_STOPPED_DISK_DAYS'],
  ])('refuses %s=%s', (name, value, reason) => {
    expect(() => readDunningSchedule({ [name]: value })).toThrow(`${name} ${reason}`);
  });
});
