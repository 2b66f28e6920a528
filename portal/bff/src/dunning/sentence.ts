/** Describes for users what the schedule does when their funds run out. */
import type { Config } from '@gpulease/contract/config';
import type { DunningSchedule } from './schedule.ts';

const inDays = new Intl.NumberFormat('en-US', { style: 'unit', unit: 'day', unitDisplay: 'long' });

export function dunningSentence(schedule: DunningSchedule): Config['dunning'] {
  const { lowFundsHours, unfundedDays, stoppedDays } = schedule;
  const hours = lowFundsHours.toSorted((one, other) => other - one);
  return {
    zh: `余额预计可用时间少于 ${hours.join(' 小时、')} 小时时，我们会分别提醒您充值。余额用尽时，按量付费和竞价实例会自动停止，磁盘数据保留 ${unfundedDays} 天；充值后可以重新启动，也可以在“账号设置”中开启“充值后自动启动”。其他已停止或到期的实例，磁盘数据保留 ${stoppedDays} 天。保留期结束前我们会多次提醒；保留期结束后，实例和磁盘数据将被永久删除。充值后，保留期重新计算。`,
    en: `We notify you when your balance will last less than ${hours.join(' hours, and again at ')} hours. When it runs out, on-demand and spot machines are stopped and their disks are kept for ${inDays.format(unfundedDays)}. Recharge and start them again, or choose in your profile to start them automatically after a recharge. Disks of other machines that are stopped, or whose term has ended, are kept for ${inDays.format(stoppedDays)}. We remind you several times; after that, the machine and its disk are permanently deleted. A recharge restarts this period.`,
  };
}
