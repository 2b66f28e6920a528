import { expect, it } from '@jest/globals';
import type { Image } from '@gpulease/contract/catalogue';
import { aSku, anImage } from '../../../testing/samples.ts';
import { defaultImage } from './default-image.ts';

const cpuOnly = { ...aSku, gpu: null, gpuModel: null, gpuMemory: null, gpuNumber: 0, disk: 50 };
const withGpu = { ...aSku, disk: 50 };

const plain = { ...anImage, name: 'debian' };
const cuda = { ...anImage, name: 'cuda', gpuDriverVersion: '550.90.07', cudaVersion: '12.4' };
const rocky = { ...anImage, name: 'rocky', gpuDriverVersion: '580.95.05' };
const windows = { ...anImage, name: 'windows', osType: 'WINDOWS' } as const;
const gaming = { ...windows, name: 'gaming', gpuDriverVersion: '581.29' };
const large = { ...cuda, name: 'large', size: 51 };
const importing = { ...cuda, name: 'importing', condition: { ...anImage.condition, ready: false } };

it.each<[string, Image[], typeof aSku | undefined, string, string]>([
  ['is the first Linux image without a SKU', [windows, plain, cuda], undefined, '', 'debian'],
  ['is the first Linux image without a GPU', [windows, plain, cuda], cpuOnly, '', 'debian'],
  ['is the first Linux image with a driver for a GPU', [gaming, plain, cuda, rocky], withGpu, '', 'cuda'],
  ['may have a driver without CUDA', [plain, rocky, cuda], withGpu, '', 'rocky'],
  ['is the first Linux image if none has a driver', [windows, plain], withGpu, '', 'debian'],
  ['is a Linux image even if only Windows has a driver', [gaming, plain], withGpu, '', 'debian'],
  ['is the first image if none is Linux', [windows, gaming], cpuOnly, '', 'windows'],
  ['is no image larger than the disk of the SKU', [large, cuda], withGpu, '', 'cuda'],
  ['is no image that is still being imported', [importing, cuda], withGpu, '', 'cuda'],
  ['stays the previous image if that has a driver', [cuda, rocky], withGpu, 'rocky', 'rocky'],
  ['replaces a previous image without a driver', [plain, cuda], withGpu, 'debian', 'cuda'],
  ['stays the previous image if none has a driver', [plain, windows], withGpu, 'debian', 'debian'],
  ['is an image without a driver if there is no GPU', [cuda, plain], cpuOnly, '', 'debian'],
  [
    'replaces a previous image with a driver if no GPU of the SKU needs it',
    [plain, cuda],
    cpuOnly,
    'cuda',
    'debian',
  ],
  ['stays the previous image if all have a driver', [rocky, cuda], cpuOnly, 'cuda', 'cuda'],
  ['replaces a previous image that is too large', [plain, large], cpuOnly, 'large', 'debian'],
  ['replaces a Windows image by a Windows image', [cuda, windows, gaming], withGpu, 'windows', 'gaming'],
  ['ignores a previous image that was withdrawn', [plain, cuda], withGpu, 'gone', 'cuda'],
  ['is empty without images', [], withGpu, '', ''],
])('%s', (...[, images, sku, before, chosen]) => {
  expect(defaultImage(images, sku, before)).toBe(chosen);
});
