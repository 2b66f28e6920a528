import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@gpulease/kube/testing';
import { Terminal } from './terminal.ts';

const guest = {
  hostname: 'workstation',
  user: 'ubuntu',
  cpus: 8,
  memoryMebibytes: 16_384,
  gpus: [{ product: 'L40S', memoryMebibytes: 49_152 }],
  address: '10.244.0.7',
  startedAt: new Date('2026-01-01T00:00:00Z'),
};

function type(...pieces: string[]): { shown: string; endings: string[] } {
  let shown = '';
  const endings: string[] = [];
  const terminal = new Terminal({
    guest,
    clock: new FakeClock('2026-01-01T00:05:00Z'),
    write: (text) => (shown += text),
    onEnd: (ending) => endings.push(ending),
  });
  pieces.forEach((piece) => terminal.type(piece));
  return { shown, endings };
}

describe('the simulated terminal', () => {
  it.each([
    ['a command', 'nproc\r', '8\r\n'],
    ['a command with sudo', 'sudo whoami\r', 'ubuntu\r\n'],
    ['the GPUs', 'nvidia-smi -L\r', 'GPU 0: NVIDIA L40S (simulated)\r\n'],
    ['the cluster address', 'hostname -I\r', '10.244.0.7\r\n'],
    ['its uptime', 'uptime\r', 'up 5 minutes\r\n'],
    ['an unknown command', 'vim\r', 'bash: vim: command not found (simulated guest)\r\n'],
    [
      'a property name of every object',
      'constructor\r',
      'bash: constructor: command not found (simulated guest)\r\n',
    ],
    ['a corrected command', 'nprox\u007fc\r', '8\r\n'],
    ['unsupported arrow keys', '\u001b[A\u001b[Bnproc\r', '8\r\n'],
    ['nothing after Ctrl-C', 'poweroff\u0003\r', '^C\r\n'],
  ])('answers %s', (_name, typed, answer) => {
    expect(type(typed).shown).toContain(answer);
  });

  it('accepts a line in pieces', () => {
    expect(type('np', 'roc', '\r').shown).toContain('8\r\n');
  });

  it.each([
    ['exit', 'exit\r', 'Logout'],
    ['Ctrl-D', '\u0004', 'Logout'],
    ['a power-off', 'sudo poweroff\r', 'PowerOff'],
    ['a reboot', 'reboot\r', 'Reboot'],
  ])('ends on %s', (_name, typed, ending) => {
    expect(type(typed).endings).toEqual([ending]);
  });
});
