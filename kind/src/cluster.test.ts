import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';

const repository = join(import.meta.dirname, '../..');

describe('the cluster in Docker', () => {
  interface ClusterConfig {
    name: string;
    nodes: {
      role: string;
      kubeadmConfigPatches?: string[];
      extraPortMappings?: { containerPort: number; hostPort: number; listenAddress: string }[];
    }[];
  }
  interface Entry {
    spec: { translations?: { en?: object } };
  }
  const read = (path: string) => readFileSync(join(repository, path), 'utf8');
  const config = parse(read('kind/cluster.yaml')) as ClusterConfig;
  const [controlPlane] = config.nodes;

  it('maps every possible NodePort to the loopback address of this machine', () => {
    const ranges = (controlPlane?.kubeadmConfigPatches ?? []).map(
      (patch) => /3\d{4}-3\d{4}/.exec(patch)?.[0],
    );
    expect(ranges).toEqual(['30000-30019', '30000-30019']);
    expect(controlPlane?.extraPortMappings).toEqual(
      Array.from({ length: 20 }, (_, index) => ({
        containerPort: 30_000 + index,
        hostPort: 30_000 + index,
        listenAddress: '127.0.0.1',
      })),
    );
  });

  it('has the nodes that the catalogue names', () => {
    const workers = config.nodes.filter(({ role }) => role === 'worker');
    const names = workers.map((_, index) => `${config.name}-worker${index === 0 ? '' : index + 1}`);
    const declared = [...read('kind/catalogue/compute-nodes.yaml').matchAll(/^ {2}name: (.*)$/gm)];
    expect(declared.map(([, name]) => name)).toEqual(names);
  });

  it('has English texts for everything that can be ordered', () => {
    const files = globSync('kind/catalogue/{region,skus,pricing-policies,vm-images}.yaml', {
      cwd: repository,
    });
    const entries = files.flatMap((file) => parseAllDocuments(read(file)).map((one) => one.toJS() as Entry));
    expect(entries.length).toBeGreaterThan(10);
    for (const { spec } of entries)
      expect(Object.keys(spec.translations?.en ?? {})).toEqual(
        ['displayName', 'description'].filter((name) => name in spec),
      );
  });
});
