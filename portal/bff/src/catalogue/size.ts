const bytesPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** Converts a custom resource's size (`80Gi`) to bytes. Throws RangeError for other formats. */
export function bytesOf(size: string): number {
  const { digits = '', suffix = '' } = /^(?<digits>\d+)(?<suffix>\D*)$/.exec(size)?.groups ?? {};
  const bytes = Number(digits) * (bytesPerUnit[suffix] ?? Number.NaN);
  if (digits === '' || Number.isNaN(bytes)) throw new RangeError(`Not a size: ${size}`);
  return bytes;
}

/** Converts a custom resource's size (`80Gi`) to GiB, or to `unit`. Throws RangeError for other formats. */
export function toGib(size: string, unit: 'Gi' | 'Mi' = 'Gi'): number {
  return bytesOf(size) / (bytesPerUnit[unit] ?? 1);
}

/** Formats GiB for custom resources: `80Gi`, or `512Mi` if not whole. */
export function fromGib(gib: number): string {
  return Number.isInteger(gib) ? `${gib}Gi` : fromMib(gib * 1_024);
}

/** Formats MiB for custom resources: `512Mi`, or `2Gi`. */
export function fromMib(mib: number): string {
  return mib % 1_024 === 0 ? `${mib / 1_024}Gi` : `${Math.round(mib)}Mi`;
}
