export interface SimulatedGpu {
  product: string;
  memoryMebibytes: number;
}

/** Gigabytes of the models whose resource names do not tell. */
const memoryOf: readonly (readonly [RegExp, number])[] = [
  [/\bB200\b/, 192],
  [/\bH200\b/, 141],
  [/\b[AH]100\b/, 80],
  [/\bL40S?\b/, 48],
  [/\bRTX 5090\b/, 32],
  [/\b(RTX [34]090|A10|L4)\b/, 24],
  [/\bT4\b/, 16],
];

/** The GPU behind an extended resource, such as `nvidia.com/GA100_A100_PCIE_80GB`: an A100 PCIE 80GB. */
export function simulatedGpu(resourceName: string): SimulatedGpu {
  const words = resourceName.replace(/^.*\//, '').split('_');
  const product = (words.length > 1 ? words.slice(1) : words).join(' ');
  const gigabytes =
    /(\d+)GB/.exec(product)?.[1] ?? memoryOf.find(([model]) => model.test(product))?.[1] ?? 24;
  return { product, memoryMebibytes: Number(gigabytes) * 1024 };
}
