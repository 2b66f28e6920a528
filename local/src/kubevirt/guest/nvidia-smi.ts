import type { SimulatedGpu } from './gpus.ts';

const width = 73;
const rule = `+${'-'.repeat(width)}+`;

/** What `nvidia-smi` prints for the guest's GPUs. */
export function nvidiaSmi(gpus: readonly SimulatedGpu[]): string {
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

/** What `nvidia-smi -L` prints. */
export function nvidiaSmiList(gpus: readonly SimulatedGpu[]): string {
  return gpus.map(({ product }, index) => `GPU ${index}: NVIDIA ${product} (simulated)`).join('\n');
}

function busId(index: number): string {
  return `00000000:${(index + 5).toString(16).padStart(2, '0').toUpperCase()}:00.0`;
}
