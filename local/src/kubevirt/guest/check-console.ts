import { createHash } from 'node:crypto';
import type { Node, Pod } from '@gpulease/kube';
import { gpuFinding, gpusOf } from '../instance/gpu-check.ts';

/** Returns the serial console output of a guest that checks its GPU, with a terminal's line endings. */
export function checkConsole(pod: Pod, node: Node | undefined): string {
  const finding = gpuFinding(pod, pod, node);
  const [address] = gpusOf(pod);
  const lines = [
    '[    0.000000] Linux version 6.8.0-generic (simulated by GPULease: no GPU is behind this)',
    '[\u001b[0;32m  OK  \u001b[0m] Reached target \u001b[0;1;39mmulti-user.target\u001b[0m.',
  ];
  if (finding === 'NothingYet' || address === undefined) return asOnTerminal(lines);
  const identity = identityOf(`${node?.metadata.name ?? ''}/${address}`);
  const isBroken = finding === 'Broken';
  const report = { ...identity, ...(isBroken && { message: 'dcgmi diag: 2 uncorrectable ECC errors' }) };
  return asOnTerminal([
    ...lines,
    `[   41.870312] gpu-check[612]: gpulease-check: ${JSON.stringify(report)}`,
    ...(isBroken ? ['[   44.102934] reboot: Power down'] : []),
  ]);
}

/** Returns a stable identity of a GPU in the format of NVIDIA's driver. */
function identityOf(gpu: string): { uuid: string; serial: string } {
  const hex = createHash('sha256').update(gpu).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
  const digits = BigInt(`0x${hex.slice(32, 48)}`) % 10n ** 9n;
  return { uuid: `GPU-${parts.join('-')}`, serial: `1320${String(digits).padStart(9, '0')}` };
}

function asOnTerminal(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}
