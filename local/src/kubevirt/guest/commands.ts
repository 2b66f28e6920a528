import type { Guest, SimulatedGpu } from './guest.ts';

export const simulationNotice = [
  'This is a simulation. GPULease plays KubeVirt on this computer: no virtual',
  'machine and no GPU is behind this prompt. Type "help" for what it can do.',
].join('\n');

export interface CommandResult {
  /** Lines separated by `\n`, without a trailing one. */
  output: string;
  exitCode: number;
  /** Subsequent action on the session or the guest. */
  then?: 'Logout' | 'PowerOff' | 'Reboot';
}

type Command = (guest: Guest, args: readonly string[], now: Date) => string;

const commands: Readonly<Record<string, Command>> = {
  date: (_guest, _args, now) => now.toUTCString(),
  echo: (_guest, args) => args.join(' '),
  free: (guest) => free(guest),
  help: () => `Known here: ${Object.keys(commands).join(', ')}, clear, exit, poweroff, reboot.`,
  hostname: ({ hostname, address }, [option]) => (option === '-I' ? address : hostname),
  id: ({ user }) => `uid=1000(${user}) gid=1000(${user}) groups=1000(${user})`,
  lscpu: ({ cpus }) =>
    `Architecture:        x86_64\nCPU(s):              ${cpus}\nModel name:          Simulated processor`,
  nproc: ({ cpus }) => String(cpus),
  'nvidia-smi': ({ gpus }, [option]) => (option === '-L' ? nvidiaSmiList(gpus) : nvidiaSmi(gpus)),
  pwd: ({ user }) => (user === 'root' ? '/root' : `/home/${user}`),
  uname: ({ hostname }, [option]) =>
    option === '-a' ? `Linux ${hostname} 6.8.0-simulated #1 SMP x86_64 GNU/Linux` : 'Linux',
  uptime: ({ startedAt }, _args, now) =>
    `up ${Math.floor((now.getTime() - startedAt.getTime()) / 60_000)} minutes`,
  whoami: ({ user }) => user,
};

const endings: Readonly<Record<string, NonNullable<CommandResult['then']>>> = {
  exit: 'Logout',
  logout: 'Logout',
  poweroff: 'PowerOff',
  halt: 'PowerOff',
  shutdown: 'PowerOff',
  reboot: 'Reboot',
};

/** Runs one command line in the simulated guest. */
export function runCommand(guest: Guest, line: string, now: Date): CommandResult {
  const words = line.trim().split(/\s+/);
  const [name = '', ...args] = words[0] === 'sudo' ? words.slice(1) : words;
  if (name === '') return { output: '', exitCode: 0 };
  if (name === 'clear') return { output: '\u001b[2J\u001b[H', exitCode: 0 };
  const ending = Object.hasOwn(endings, name) ? endings[name] : undefined;
  if (ending !== undefined) return { output: '', exitCode: 0, then: ending };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    return { output: `bash: ${name}: command not found (simulated guest)`, exitCode: 127 };
  return { output: command(guest, args, now), exitCode: 0 };
}

function free({ memoryMebibytes }: Guest): string {
  const used = Math.round(memoryMebibytes * 0.02);
  const cells = [memoryMebibytes, used, memoryMebibytes - used].map((amount) =>
    String(Math.round(amount)).padStart(12),
  );
  return [`${' '.repeat(14)}total        used        free  (MiB)`, `Mem:   ${cells.join('')}`].join('\n');
}

const width = 73;
const rule = `+${'-'.repeat(width)}+`;

/** Returns the output of `nvidia-smi` for the guest's GPUs. */
function nvidiaSmi(gpus: readonly SimulatedGpu[]): string {
  if (gpus.length === 0) return 'No devices were found';
  return [
    rule,
    row(' NVIDIA-SMI (simulated by GPULease: no GPU is behind this)'),
    rule,
    row(' GPU  Name                            | Bus-Id           | Memory-Usage'),
    rule,
    ...gpus.map((gpu, index) => row(gpuLine(gpu, index))),
    rule,
    row(' Processes: No running processes found'),
    rule,
  ].join('\n');
}

function gpuLine({ product, memoryMebibytes }: SimulatedGpu, index: number): string {
  const memory = `0MiB / ${memoryMebibytes}MiB`;
  return ` ${String(index).padStart(3)}  ${`NVIDIA ${product}`.padEnd(31)} | ${busId(index)} | ${memory.padStart(18)}`;
}

function row(text: string): string {
  return `|${text.padEnd(width)}|`;
}

/** Returns the output of `nvidia-smi -L`. */
function nvidiaSmiList(gpus: readonly SimulatedGpu[]): string {
  return gpus.map(({ product }, index) => `GPU ${index}: NVIDIA ${product} (simulated)`).join('\n');
}

function busId(index: number): string {
  return `00000000:${(index + 5).toString(16).padStart(2, '0').toUpperCase()}:00.0`;
}
