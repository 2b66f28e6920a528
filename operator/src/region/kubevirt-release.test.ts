import { describe, expect, it } from '@jest/globals';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import { isPatched, kubeVirtPatched } from './kubevirt-release.ts';

const kubeVirt = (observedKubeVirtVersion?: string) => ({ status: { observedKubeVirtVersion } }) as KubeVirt;

describe('the version of KubeVirt (KubeVirt CVE-2025-64434: a virt-handler that passes for virt-api)', () => {
  it.each<[string, boolean | undefined]>([
    ['v1.9.0', true],
    ['v1.10.0', true],
    ['v2.0.0', true],
    ['v1.7.0', true],
    ['v1.6.1', true],
    ['v1.6.0', false],
    ['v1.5.3', true],
    ['v1.5.2', false],
    ['v1.5.2-18-gd1e2f3a4b', false],
    ['v1.4.9', false],
    ['v0.59.0', false],
    ['1.9.1', true],
    ['sha256:4f1c', undefined],
    ['devel', undefined],
  ])('%s: patched %s', (version, expected) => {
    expect(isPatched(version)).toBe(expected);
  });

  it.each([
    ['is patched', kubeVirt('v1.9.0'), 'True KubeVirtPatched', 'KubeVirt v1.9.0 has the patch'],
    ['is not', kubeVirt('v1.5.2'), 'False KubeVirtVulnerable', 'upgrade it to 1.7 or later'],
    ['cannot be read', kubeVirt('devel'), 'Unknown KubeVirtVersionUnknown', 'reports the version devel;'],
    ['is not known yet', kubeVirt(), 'Unknown KubeVirtVersionUnknown', 'reports no version;'],
    ['is none', undefined, 'Unknown NoKubeVirt', 'install KubeVirt'],
  ])('is reported to administrators when it %s', (_, present, wanted, words) => {
    const [status, reason] = wanted.split(' ');
    expect(kubeVirtPatched(present)).toMatchObject({
      ...{ type: 'KubeVirtPatched', status, reason },
      message: expect.stringContaining(words),
    });
  });
});
