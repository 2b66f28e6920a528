/** The third-party manifests that `make kind-up` installs, in pinned versions from their releases on GitHub. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Release {
  /** The repository on GitHub: `OWNER/NAME`. */
  repository: string;
  version: string;
  /** The name of the release asset. */
  file: string;
}

export const releases = {
  kubevirt: { repository: 'kubevirt/kubevirt', version: 'v1.9.0', file: 'kubevirt-operator.yaml' },
  cdi: { repository: 'kubevirt/containerized-data-importer', version: 'v1.66.0', file: 'cdi-operator.yaml' },
} as const satisfies Record<string, Release>;

interface Asset {
  name: string;
  browser_download_url: string;
  /** `sha256:` and the digest that GitHub computed on upload. */
  digest: string | null;
}

/** Returns the path of a release asset, downloaded into `cache` if missing. Throws on a wrong checksum. */
export async function download(
  release: Release,
  cache: string,
  api = 'https://api.github.com',
): Promise<string> {
  const { repository, version, file } = release;
  const path = join(cache, repository, version, file);
  if (existsSync(path)) return path;
  const url = `${api}/repos/${repository}/releases/tags/${version}`;
  const { assets } = JSON.parse((await get(url)).toString()) as { assets: Asset[] };
  const asset = assets.find(({ name }) => name === file);
  if (!asset?.digest) throw new Error(`${repository} ${version} has no ${file} with a checksum`);
  const content = await get(asset.browser_download_url);
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
  if (digest !== asset.digest)
    throw new Error(
      `${asset.browser_download_url} came with ${digest}, but GitHub says ${asset.digest}. Try again.`,
    );
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
  return path;
}

async function get(url: string): Promise<Buffer> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(`${url} cannot be reached; make kind-up needs the internet.`, { cause: error });
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status} ${response.statusText}`);
  return Buffer.from(await response.arrayBuffer());
}
