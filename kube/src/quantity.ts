const FACTORS: Record<string, number> = {
  '': 1,
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** Parses a Kubernetes quantity into a number of bytes, cores or items. Throws if it is invalid. */
export function parseQuantity(quantity: string | number): number {
  const match = /^(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)([a-zA-Z]*)$/.exec(String(quantity));
  const factor = FACTORS[match?.[2] ?? ''];
  if (match === null || factor === undefined) throw new Error(`"${quantity}" is not a Kubernetes quantity`);
  return Number(match[1]) * factor;
}

/** Formats bytes as a quantity in the largest binary unit that is exact. */
export function formatBytes(bytes: number): string {
  const whole = Math.round(bytes);
  const unit = (['Ti', 'Gi', 'Mi', 'Ki'] as const).find(
    (name) => whole >= (FACTORS[name] ?? 1) && whole % (FACTORS[name] ?? 1) === 0,
  );
  return unit === undefined ? String(whole) : `${whole / (FACTORS[unit] ?? 1)}${unit}`;
}
