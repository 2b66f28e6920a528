/** Which image an order begins with, and which it has once another SKU is chosen. */
import type { Image, Sku } from '@gpulease/contract/catalog';

/**
 * The name of the image that is there before if it suits the SKU, else of the first of its operating system that does. With
 * nothing before, a Linux. Where none suits, what is there before stays.
 */
export function defaultImage(images: readonly Image[], sku: Sku | undefined, before = ''): string {
  const present = images.find(({ name }) => name === before);
  const osType = present?.osType ?? 'LINUX';
  const candidates = [present ?? [], images.filter((image) => image.osType === osType)].flat();
  const suitable = candidates.filter((image) => suits(image, sku));
  const best = suitable.find((image) => !hasIdleDriver(image, sku)) ?? suitable[0];
  return (best ?? candidates[0] ?? images[0])?.name ?? '';
}

/** It can be started from at once, its disk is included in the price, and a GPU can be used without installing a driver. */
function suits(image: Image, sku: Sku | undefined): boolean {
  if (!image.condition.ready) return false;
  return !sku || (image.size <= sku.disk && !lacksDriver(image, sku));
}

/** Whether it brings a GPU driver to a machine without a GPU. */
function hasIdleDriver({ gpuDriverVersion }: Image, sku: Sku | undefined): boolean {
  return sku?.gpuNumber === 0 && gpuDriverVersion !== null;
}

/** Whether the machine has a GPU, and the image states no driver for it. */
export function lacksDriver({ gpuDriverVersion }: Image, { gpuNumber }: Sku): boolean {
  return gpuNumber > 0 && gpuDriverVersion === null;
}
