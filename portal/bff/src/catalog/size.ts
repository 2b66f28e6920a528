const bytesPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** A size as the custom resources write it (`80Gi`) in GiB, or in `unit`. Throws RangeError on anything else. */
export function toGib(size: string, unit: 'Gi' | 'Mi' = 'Gi'): number {
  const { digits = '', suffix = '' } = /^(?<digits>\d+)(?<suffix>\D*)$/.exec(size)?.groups ?? {};
  const bytes = Number(digits) * (bytesPerUnit[suffix] ?? Number.NaN);
  if (digits === '' || Number.isNaN(bytes)) throw new RangeError(`Not a size: ${size}`);
  return bytes / (bytesPerUnit[unit] ?? 1);
}

/** GiB as the custom resources write them: `80Gi`. */
export function fromGib(gib: number): string {
  return `${gib}Gi`;
}
