import type { Workload } from '@gpulease/contract/workloads';

/** `ssh -p PORT user@HOST`; undefined until the machine has an address. */
export function sshCommand({
  ipAddress,
  sshPort,
  sshUser,
}: Pick<Workload, 'ipAddress' | 'sshPort' | 'sshUser'>): string | undefined {
  if (ipAddress === null || sshPort === null || sshUser === null) return undefined;
  return `ssh -p ${sshPort} ${sshUser}@${ipAddress}`;
}
