/** Texts of alarm notifications, for email and chat robots. Pure. */
import type { Alarm } from '@gpulease/contract/alarms';
import { alarmPath, alarmText } from '@gpulease/contract/alarm-texts';

/** Alarms that opened or ended in one review. */
export interface ReviewedAlarms {
  readonly opened: readonly Alarm[];
  readonly ended: readonly Alarm[];
}

export interface AlarmMessage {
  readonly subject: string;
  /** Plain text lines. */
  readonly text: string;
}

/** Maximum alarms listed; the console shows the rest. */
const SHOWN = 20;

/** Returns a bilingual message, as the recipients' language is unknown. Without `publicUrl` it has no links. */
export function alarmMessage({ opened, ended }: ReviewedAlarms, publicUrl: URL | undefined): AlarmMessage {
  const sections = [
    ...section('新告警 / New alarms', opened, publicUrl),
    ...section('已恢复 / Ended', ended, undefined),
  ];
  return { subject: `GPULease: ${titleOf({ opened, ended })}`, text: `${sections.join('\n\n')}\n` };
}

function titleOf({ opened, ended }: ReviewedAlarms): string {
  const [only, ...others] = opened;
  if (only && others.length === 0) return sentenceOf(only);
  return opened.length > 0
    ? `${opened.length} 条新告警 / ${opened.length} new alarms`
    : `${ended.length} 条告警已恢复 / ${ended.length} ${ended.length === 1 ? 'alarm has' : 'alarms have'} ended`;
}

function section(title: string, alarms: readonly Alarm[], publicUrl: URL | undefined): string[] {
  if (alarms.length === 0) return [];
  const lines = alarms
    .slice(0, SHOWN)
    .map((alarm) => [`- ${sentenceOf(alarm)}`, ...detailsOf(alarm, publicUrl)]);
  const rest = alarms.length - SHOWN;
  const more = rest > 0 ? [`… +${rest}`] : [];
  return [[`${title}:`, ...lines.flat(), ...more].join('\n')];
}

function sentenceOf(alarm: Alarm): string {
  return `${alarmText(alarm, 'zh')} / ${alarmText(alarm, 'en')}`;
}

function detailsOf(alarm: Alarm, publicUrl: URL | undefined): string[] {
  const message = alarm.condition?.message ?? '';
  return [
    ...(message === '' ? [] : [`  ${message}`]),
    ...(publicUrl ? [`  ${new URL(alarmPath(alarm), publicUrl).href}`] : []),
  ];
}
