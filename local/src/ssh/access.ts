import { secrets, type Cluster } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import ssh2, { type ParsedKey, type PublicKeyAuthContext } from 'ssh2';
import { parse } from 'yaml';

/** The user and keys of a guest, as cloud-init would set them up. */
export interface Access {
  /** The only permitted user; undefined permits any name, since the user data names none. */
  user: string | undefined;
  keys: readonly ParsedKey[];
}

/** Reads the instance's current Secrets, since keys may have changed: SSH keys and cloud-init's user data. */
export async function readAccess(cluster: Cluster, instance: VirtualMachineInstance): Promise<Access> {
  const { namespace } = instance.metadata;
  const read = async (name: string | undefined): Promise<Record<string, string>> => {
    const secret = name === undefined ? undefined : await cluster.resource(secrets).find({ name, namespace });
    const entries = Object.entries(secret?.data ?? {});
    return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
  };
  const keySecrets = (instance.spec.accessCredentials ?? []).map(
    ({ sshPublicKey }) => sshPublicKey?.source.secret?.secretName,
  );
  const values = (await Promise.all(keySecrets.map(read))).flatMap((data) => Object.values(data));
  const cloudInit = cloudInitOf(instance);
  const { userdata, userData = userdata } = await read(cloudInit?.secretRef?.name);
  const config = readCloudConfig(userData ?? cloudInit?.userData ?? '');
  return { keys: parseKeys([...values, ...config.keys].join('\n')), user: config.user };
}

function cloudInitOf({ spec }: VirtualMachineInstance) {
  const sources = (spec.volumes ?? []).map(
    (volume) => volume.cloudInitNoCloud ?? volume.cloudInitConfigDrive,
  );
  return sources.find((source) => source !== undefined);
}

/** Parses the keys of an `authorized_keys` text; ignores other lines. */
export function parseKeys(text: string): ParsedKey[] {
  return text.split('\n').flatMap((line) => {
    const key = line.trim() === '' ? undefined : ssh2.utils.parseKey(line.trim());
    return key === undefined || key instanceof Error ? [] : [key].flat();
  });
}

/** Reads the default user's name and keys from cloud-init's user data. */
export function readCloudConfig(userData: string): { user: string | undefined; keys: string[] } {
  const { user, ssh_authorized_keys: keys } = parseCloudConfig(userData);
  return { user: typeof user === 'object' ? user.name : user, keys: Array.isArray(keys) ? keys : [] };
}

interface CloudConfig {
  user?: string | { name?: string };
  ssh_authorized_keys?: string[];
}

/** Returns an empty configuration for scripts and invalid YAML. */
function parseCloudConfig(userData: string): CloudConfig {
  try {
    const config: unknown = parse(userData);
    return typeof config === 'object' && config !== null ? config : {};
  } catch {
    return {};
  }
}

/** Whether the user and key are permitted and the signature, if present, is valid. */
export function isAllowed({ user, keys }: Access, attempt: PublicKeyAuthContext): boolean {
  if (user !== undefined && attempt.username !== user) return false;
  const key = keys.find((candidate) => candidate.getPublicSSH().equals(attempt.key.data));
  if (key === undefined) return false;
  if (attempt.signature === undefined || attempt.blob === undefined) return true;
  // `verify` returns an Error for a malformed signature, contrary to its type.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
  return key.verify(attempt.blob, attempt.signature, attempt.hashAlgo) === true;
}
