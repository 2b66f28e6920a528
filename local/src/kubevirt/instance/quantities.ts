import { parseQuantity } from '@gpulease/kube';

/** A Kubernetes quantity of memory. Throws when it is none. */
export function toMebibytes(quantity: string): number {
  return parseQuantity(quantity) / 2 ** 20;
}

export function formatMebibytes(mebibytes: number): string {
  return `${Math.ceil(mebibytes)}Mi`;
}
