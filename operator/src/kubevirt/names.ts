import { hash } from 'node:crypto';

/** The longest DNS label. */
const LABEL_LENGTH = 63;
const HASH_LENGTH = 8;

function digest(uid: string): Buffer {
  return hash('sha256', uid, 'buffer');
}

/**
 * Returns the name of all objects made for a workload: its name as a DNS label, and 8 hex digits that distinguish it
 * from earlier workloads of that name.
 */
export function childName(workload: { name: string; uid: string }): string {
  const label = workload.name.replaceAll('.', '-').replace(/^(?=\d)/, 'w-');
  const base = label.slice(0, LABEL_LENGTH - HASH_LENGTH - 1).replace(/-+$/, '');
  return `${base}-${digest(workload.uid).toString('hex').slice(0, HASH_LENGTH)}`;
}

/** Returns the name of the Service behind a machine's HTTP host: a DNS label with a suffix that no machine name has. */
export function webServiceName(machineName: string): string {
  const suffix = '-http';
  if (machineName.length + suffix.length <= LABEL_LENGTH) return machineName + suffix;
  const digits = machineName.slice(-HASH_LENGTH);
  const base = machineName.slice(0, LABEL_LENGTH - suffix.length - HASH_LENGTH - 1).replace(/-+$/, '');
  return `${base}-${digits}${suffix}`;
}

/** Returns a locally administered MAC address. It never changes, because guests remember the one of their first boot. */
export function macAddress(uid: string): string {
  return ['02', ...[...digest(uid).subarray(0, 5)].map((byte) => byte.toString(16).padStart(2, '0'))].join(
    ':',
  );
}

/** Returns the name of the machine's root disk and of its claim. */
export function rootDiskName(machineName: string): string {
  return `${machineName}-root`;
}
