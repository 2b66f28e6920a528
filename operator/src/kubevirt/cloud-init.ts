import { stringify } from 'yaml';

/** cloud-init's user data for a machine whose user gave none; SSH keys come by access credentials. */
export function defaultUserData(machine: { name: string; defaultUser?: string | undefined }): string {
  const config = {
    hostname: machine.name,
    ...(machine.defaultUser === undefined ? {} : { user: machine.defaultUser }),
    ssh_pwauth: false,
    disable_root: machine.defaultUser !== 'root',
  };
  return `#cloud-config\n${stringify(config)}`;
}
