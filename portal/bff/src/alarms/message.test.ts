import type { Alarm } from '@gpulease/contract/alarms';
import { alarmKinds } from '@gpulease/contract/alarm-texts';
import { expect, it } from '@jest/globals';
import { alarmMessage } from './message.ts';

const anAlarm: Alarm = {
  id: '1',
  kind: 'NODE_NOT_READY',
  status: 'OPEN',
  subject: 'gpu-1',
  parameters: { region: 'east' },
  condition: { reason: 'NodeLost', message: 'The node is lost.' },
  openedAt: '2026-11-26T10:00:00.000Z',
  acknowledgedBy: null,
  acknowledgedAt: null,
  endedAt: null,
};
const portal = new URL('https://gpu.example.com');

it('a single alarm is the subject, in both languages, with cause and link', () => {
  expect(alarmMessage({ opened: [anAlarm], ended: [] }, portal)).toEqual({
    subject: 'GPULease: 节点 gpu-1 不可用 / Node gpu-1 isn’t ready',
    text: [
      '新告警 / New alarms:',
      '- 节点 gpu-1 不可用 / Node gpu-1 isn’t ready',
      '  The node is lost.',
      '  https://gpu.example.com/admin/nodes/east/gpu-1',
      '',
    ].join('\n'),
  });
});

it('an ended alarm has no link', () => {
  const { subject, text } = alarmMessage({ opened: [], ended: [anAlarm] }, portal);
  expect(subject).toBe('GPULease: 1 条告警已恢复 / 1 alarm has ended');
  expect(text).not.toContain('https://');
});

it('a message about a thousand lost nodes lists twenty', () => {
  const opened = Array.from({ length: 1_000 }, (_, index) => ({ ...anAlarm, subject: `gpu-${index}` }));
  const { subject, text } = alarmMessage({ opened, ended: [] }, undefined);
  expect(subject).toContain('1000 new alarms');
  expect(text.match(/^- /gm)).toHaveLength(20);
  expect(text).toContain('… +980');
});

const parameters = { area: 'vm-images', count: 3, hours: 2, region: 'east' };

it.each(alarmKinds)('%s has a text without gaps', (kind) => {
  const alarm = { ...anAlarm, kind, subject: kind === 'PLATFORM' ? 'JOBS' : 'ubuntu', parameters };
  const { text } = alarmMessage({ opened: [alarm], ended: [] }, portal);
  expect(text).not.toMatch(/undefined|[{}]/);
});
