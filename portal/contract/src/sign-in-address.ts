import type { Workload } from './workloads.ts';

/** A stopped machine keeps its address, but nothing answers there. */
const ANSWERING: readonly Workload['status'][] = ['STARTING', 'RUNNING'];

/** Returns `ssh -p PORT user@HOST`; undefined while the machine is off or has no address. */
export function sshCommand({ status, ipAddress, sshPort, sshUser }: Workload): string | undefined {
  if (ipAddress === null || sshPort === null || sshUser === null) return undefined;
  return ANSWERING.includes(status) ? `ssh -p ${sshPort} ${sshUser}@${ipAddress}` : undefined;
}

/** Returns `HOST:PORT` for Remote Desktop; undefined while the machine is off or has no address. */
export function remoteDesktopAddress({ status, ipAddress, rdpPort }: Workload): string | undefined {
  if (ipAddress === null || rdpPort === null) return undefined;
  return ANSWERING.includes(status) ? `${ipAddress}:${rdpPort}` : undefined;
}
