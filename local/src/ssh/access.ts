import { secrets, type Cluster } from '@gpulease/kube';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import ssh2, { type ParsedKey, type PublicKeyAuthContext } from 'ssh2';
import { parse } from 'yaml';

/** Who may log in to a guest, as its cloud-init would have set it up. */
export interface Access {
  /** The only user; undefined: any name will do, since the machine's user data names none. */
  user: string | undefined;
  keys: readonly ParsedKey[];
}

/** Reads the instance's Secrets, so that it holds for keys that were changed a moment ago. */
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
  return { keys: parseKeys(values.join('\n')), user: userOf(userData ?? cloudInit?.userData ?? '') };
}

function cloudInitOf({ spec }: VirtualMachineInstance) {
  const sources = (spec.volumes ?? []).map(
    (volume) => volume.cloudInitNoCloud ?? volume.cloudInitConfigDrive,
  );
  return sources.find((source) => source !== undefined);
}

/** The keys of an `authorized_keys` text; lines that are none are left out. */
export function parseKeys(text: string): ParsedKey[] {
  return text.split('\n').flatMap((line) => {
    const key = line.trim() === '' ? undefined : ssh2.utils.parseKey(line.trim());
    return key === undefined || key instanceof Error ? [] : [key].flat();
  });
}

/** The default user that cloud-init's user data names. */
export function userOf(userData: string): string | undefined {
  try {
    const { user } = (parse(userData) ?? {}) as { user?: string | { name?: string } };
    return typeof user === 'object' ? user.name : user;
  } catch {
    return undefined;
  }
}

/** Whether the caller's key is one of them and, when the caller proves to have it, the proof holds. */
export function isAllowed({ user, keys }: Access, attempt: PublicKeyAuthContext): boolean {
  if (user !== undefined && attempt.username !== user) return false;
  const key = keys.find((candidate) => candidate.getPublicSSH().equals(attempt.key.data));
  if (key === undefined) return false;
  if (attempt.signature === undefined || attempt.blob === undefined) return true;
  // For a broken signature it returns an Error, which its types do not tell.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
  return key.verify(attempt.blob, attempt.signature, attempt.hashAlgo) === true;
}
