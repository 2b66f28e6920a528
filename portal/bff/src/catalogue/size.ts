const bytesPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** A size as the custom resources write it (`80Gi`) in bytes. Throws RangeError on anything else. */
export function bytesOf(size: string): number {
  const { digits = '', suffix = '' } = /^(?<digits>\d+)(?<suffix>\D*)$/.exec(size)?.groups ?? {};
  const bytes = Number(digits) * (bytesPerUnit[suffix] ?? Number.NaN);
  if (digits === '' || Number.isNaN(bytes)) throw new RangeError(`Not a size: ${size}`);
  return bytes;
}

/** A size as the custom resources write it (`80Gi`) in GiB, or in `unit`. Throws RangeError on anything else. */
export function toGib(size: string, unit: 'Gi' | 'Mi' = 'Gi'): number {
  return bytesOf(size) / (bytesPerUnit[unit] ?? 1);
}

/** GiB as the custom resources write them: `80Gi`, or `512Mi` where they are not whole. */
export function fromGib(gib: number): string {
  return Number.isInteger(gib) ? `${gib}Gi` : fromMib(gib * 1_024);
}

/** Whole MiB as the custom resources write them: `512Mi`, or `2Gi`. */
export function fromMib(mib: number): string {
  return mib % 1_024 === 0 ? `${mib / 1_024}Gi` : `${Math.round(mib)}Mi`;
}
