/** What happens when money runs out, in a sentence that follows from the schedule. */
import type { Config } from '@gpulease/contract/config';
import type { DunningSchedule } from './schedule.ts';

export function dunningSentence(schedule: DunningSchedule): Config['dunning'] {
  const { lowFundsHours, unfundedDays, stoppedDays } = schedule;
  const hours = lowFundsHours.toSorted((one, other) => other - one);
  return {
    zh: `余额预计不足 ${hours.join(' 小时和 ')} 小时时，我们会提醒您充值。余额用尽时，按量付费和竞价实例会自动停止，磁盘数据保留 ${unfundedDays} 天；充值后可以重新启动，也可以在个人中心设置充值后自动重新启动。其他已停止或到期的实例，磁盘数据保留 ${stoppedDays} 天。到期前我们会多次提醒，到期后实例和磁盘数据将被永久删除；充值会重新计算保留时间。`,
    en: `You are told when your balance lasts for less than ${hours.join(' and ')} hours. When it is used up, on-demand and spot machines are stopped and their disks are kept for ${unfundedDays} days; recharge and start them again, or choose in your profile that a recharge does so. Disks of other machines that are stopped, or whose term is over, are kept for ${stoppedDays} days. You are told several times before the end; then machine and disk are deleted for good. A recharge begins the time anew.`,
  };
}
