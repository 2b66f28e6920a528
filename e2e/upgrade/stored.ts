import { kubectl, kubectlGet } from '../support/kubectl.ts';

interface Definitions {
  items: { spec: { group: string; names: { plural: string } } }[];
}

interface Stored {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec: object;
}

/**
 * Returns errors for GPULease objects that the current definitions and policies would refuse on creation. Updates are
 * validated only where they change something, so each object is created again as a dry run: a valid one is refused because
 * it already exists, or accepted if it is gone meanwhile.
 */
export async function invalidObjects(): Promise<string[]> {
  const { items } = await kubectlGet<Definitions>(['customresourcedefinitions']);
  const kinds = items
    .filter(({ spec }) => spec.group === 'gpulease.dev')
    .map(({ spec }) => `${spec.names.plural}.${spec.group}`);
  const { items: objects } = await kubectlGet<{ items: Stored[] }>([kinds.join(','), '--all-namespaces']);
  const again = objects.map(({ apiVersion, kind, metadata: { name, namespace }, spec }) => ({
    ...{ apiVersion, kind, spec },
    metadata: { name, namespace },
  }));
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: again });
  const { stdout, stderr } = await kubectl(['create', '--dry-run=server', '--filename=-'], list);
  const answers = `${stdout}\n${stderr}`.split('\n').filter((line) => line !== '');
  const invalid = answers.filter((line) => !/ already exists$| created \(/.test(line));
  if (invalid.length === 0 && answers.length !== objects.length)
    return [`${objects.length} objects are stored, and ${answers.length} were tried`];
  return invalid;
}
