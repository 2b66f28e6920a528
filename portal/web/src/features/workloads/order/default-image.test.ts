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
  ['without a SKU it is the first Linux', [windows, plain, cuda], undefined, '', 'debian'],
  ['without a GPU it is the first Linux', [windows, plain, cuda], cpuOnly, '', 'debian'],
  ['for a GPU it is the first Linux that states a driver', [gaming, plain, cuda, rocky], withGpu, '', 'cuda'],
  ['a driver without CUDA will do', [plain, rocky, cuda], withGpu, '', 'rocky'],
  ['where none states a driver it is the first Linux', [windows, plain], withGpu, '', 'debian'],
  ['where only a Windows states a driver it is still a Linux', [gaming, plain], withGpu, '', 'debian'],
  ['where there is no Linux it is the first', [windows, gaming], cpuOnly, '', 'windows'],
  ['one that is larger than the disk of the SKU is passed over', [large, cuda], withGpu, '', 'cuda'],
  ['one that is still being imported is passed over', [importing, cuda], withGpu, '', 'cuda'],
  ['one before that states a driver stays', [cuda, rocky], withGpu, 'rocky', 'rocky'],
  ['one before that states none gives way to one that does', [plain, cuda], withGpu, 'debian', 'cuda'],
  ['one before that states none stays where none does', [plain, windows], withGpu, 'debian', 'debian'],
  ['without a GPU it is no image with a driver', [cuda, plain], cpuOnly, '', 'debian'],
  [
    'one before that states a driver gives way where no GPU needs it',
    [plain, cuda],
    cpuOnly,
    'cuda',
    'debian',
  ],
  ['one before that states a driver stays where all do', [rocky, cuda], cpuOnly, 'cuda', 'cuda'],
  ['one before that is too large gives way', [plain, large], cpuOnly, 'large', 'debian'],
  ['a Windows before gives way to a Windows', [cuda, windows, gaming], withGpu, 'windows', 'gaming'],
  ['one before that was withdrawn is as none', [plain, cuda], withGpu, 'gone', 'cuda'],
  ['where there are no images there is none', [], withGpu, '', ''],
])('%s', (...[, images, sku, before, chosen]) => {
  expect(defaultImage(images, sku, before)).toBe(chosen);
});
