/** The default image of an order, and its image after another SKU is chosen. */
import type { Image, Sku } from '@gpulease/contract/catalogue';

/** The current image if it suits the SKU, or else the first suitable one with the same system; Linux by default. */
export function defaultImage(images: readonly Image[], sku: Sku | undefined, before = ''): string {
  const present = images.find(({ name }) => name === before);
  const osType = present?.osType ?? 'LINUX';
  const candidates = [present ?? [], images.filter((image) => image.osType === osType)].flat();
  const suitable = candidates.filter((image) => suits(image, sku));
  // Without a GPU, prefer an image without a driver.
  const best =
    suitable.find(({ gpuDriverVersion }) => sku?.gpuNumber !== 0 || gpuDriverVersion === null) ?? suitable[0];
  return (best ?? candidates[0] ?? images[0])?.name ?? '';
}

/** Whether the image is ready, its disk is included in the price, and a GPU can be used without installing a driver. */
function suits(image: Image, sku: Sku | undefined): boolean {
  if (!image.condition.ready) return false;
  return !sku || (image.size <= sku.disk && !lacksDriver(image, sku));
}

export function lacksDriver({ gpuDriverVersion }: Image, { gpuNumber }: Sku): boolean {
  return gpuNumber > 0 && gpuDriverVersion === null;
}
