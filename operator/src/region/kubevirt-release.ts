import { catalogueReasons, conditionTypes } from '@gpulease/crds';
import { foreignText } from '@gpulease/kube';
import type { KubeVirt } from '@gpulease/kube/kubevirt';
import type { FoundCondition } from '../catalogue/status.ts';

/**
 * By which an intruder on one node commands the machines of all others: up to these releases virt-handler can pass for
 * virt-api with its own certificate.
 * https://github.com/kubevirt/kubevirt/security/advisories/GHSA-ggp9-c99x-54gp
 */
const WEAKNESS = 'CVE-2025-64434';

/** The first release without it, and the first patches of the older minor versions that were mended too. */
const FIRST_PATCHED = { major: 1, minor: 7 };
const PATCHED_BEFORE: Readonly<Record<string, number | undefined>> = { '1.5': 3, '1.6': 1 };
const ADVICE = 'upgrade it to 1.7 or later (or to 1.6.1 or 1.5.3)';

/** Whether a KubeVirt of that version has the patch; undefined when the version says nothing. */
export function isPatched(version: string): boolean | undefined {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version);
  if (match === null) return undefined;
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map(Number);
  if (major !== FIRST_PATCHED.major) return major > FIRST_PATCHED.major;
  const least = PATCHED_BEFORE[`${major}.${minor}`] ?? Infinity;
  return minor >= FIRST_PATCHED.minor || patch >= least;
}

/** The version of KubeVirt that is at work, by its operator's word; while it is being installed, there is none. */
export function versionOf(kubeVirt: KubeVirt | undefined): string | undefined {
  const version = kubeVirt?.status?.observedKubeVirtVersion ?? '';
  return version === '' ? undefined : version;
}

/** The condition that tells administrators of a KubeVirt with a known weakness. Machines start there all the same. */
export function kubeVirtPatched(kubeVirt: KubeVirt | undefined): FoundCondition {
  const type = conditionTypes.kubeVirtPatched;
  if (kubeVirt === undefined) {
    const message = 'The cluster has no KubeVirt object, so no machine can run; install KubeVirt.';
    return { type, status: 'Unknown', reason: catalogueReasons.noKubeVirt, message };
  }
  const version = versionOf(kubeVirt);
  const patched = version === undefined ? undefined : isPatched(version);
  if (version === undefined || patched === undefined) {
    const told = version === undefined ? 'no version' : `the version ${foreignText(version, 63)}`;
    const message = `The KubeVirt object reports ${told}; check that it has the patch for ${WEAKNESS}.`;
    return { type, status: 'Unknown', reason: catalogueReasons.kubeVirtVersionUnknown, message };
  }
  const parameters = { version: foreignText(version, 63) };
  if (patched) {
    const message = `KubeVirt ${foreignText(version, 63)} has the patch for ${WEAKNESS}.`;
    return { type, status: 'True', reason: catalogueReasons.kubeVirtPatched, message, parameters };
  }
  const message =
    `KubeVirt ${foreignText(version, 63)} has ${WEAKNESS}: an intruder on one node can command the machines of all others; ` +
    `${ADVICE}, unless your vendor has patched this build.`;
  return { type, status: 'False', reason: catalogueReasons.kubeVirtVulnerable, message, parameters };
}
