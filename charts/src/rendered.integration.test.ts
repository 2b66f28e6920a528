import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import { parseAllDocuments } from 'yaml';
import { canHaveHelm, renderChart } from './helm.ts';
import { localManifest, renderLocal } from './local.ts';

interface Manifest {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: Workload & { maxUnavailable?: number };
}

/** The spec of a Deployment or a Job. */
interface Workload {
  replicas?: number;
  template: { spec: { securityContext: object; containers: { securityContext: object }[] } };
}

/** Building helm takes minutes, once. */
const buildTime = 900_000;
const helmIsThere = await canHaveHelm();
const describeWithHelm = helmIsThere ? describe : describe.skip;

describeWithHelm(
  `the chart, rendered by helm${helmIsThere ? '' : ' (left out: needs Go 1.26 to build helm)'}`,
  () => {
    let manifests: Manifest[];
    beforeAll(async () => {
      manifests = parse(await renderChart([]));
    }, buildTime);

    const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);

    it('is what the local cluster runs under; npm run generate writes it anew', async () => {
      expect(readFileSync(localManifest, 'utf8')).toBe(await renderLocal());
    });

    it('brings the custom resource definitions, which outlive it', () => {
      const kept = ofKind('CustomResourceDefinition').map(({ metadata }) => metadata.annotations);
      expect(kept).toHaveLength(8);
      expect(new Set(kept.map((annotations) => annotations?.['helm.sh/resource-policy']))).toEqual(
        new Set(['keep']),
      );
    });

    it('leaves the custom resource definitions to others where it is told to', async () => {
      const kinds = parse(await renderChart(['--set=crds.enabled=false'])).map(({ kind }) => kind);
      expect(kinds).not.toContain('CustomResourceDefinition');
    });

    it('runs two of each process and lets a drain take one at a time', () => {
      expect(ofKind('Deployment').map(({ metadata, spec }) => [metadata.name, spec.replicas])).toEqual([
        ['gpulease-bff', 2],
        ['gpulease-operator', 2],
        ['gpulease-worker', 2],
      ]);
      const budgets = ofKind('PodDisruptionBudget').map(({ metadata, spec }) => [
        metadata.name,
        spec.maxUnavailable,
      ]);
      expect(budgets).toEqual([
        ['gpulease-bff', 1],
        ['gpulease-operator', 1],
        ['gpulease-worker', 1],
      ]);
    });

    it('gives its pods no rights on their hosts', () => {
      for (const { spec } of [...ofKind('Deployment'), ...ofKind('Job')]) {
        expect(spec.template.spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const container of spec.template.spec.containers) {
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
        }
      }
    });

    it('has no setting for the sandbox', async () => {
      await expect(renderChart(['--set=bff.sandbox=true'])).rejects.toThrow(/sandbox/);
    });

    it.each([
      ['a misspelt value', 'operator.replica=3'],
      ['no replica at all', 'operator.replicas=0'],
      ['a portal without TLS', 'bff.publicUrl=http://gpulease.example.com'],
    ])('refuses %s', async (_, setting) => {
      await expect(renderChart([`--set=${setting}`])).rejects.toThrow(/values don't meet the specifications/);
    });

    it('is taken whole by a real API server', async () => {
      const cluster = useControlPlane();
      const flags = [
        '--set=namespaces.create=true',
        '--set=bff.ingress.enabled=true',
        '--set=bff.ingress.tlsSecret=tls',
      ];
      for (const namespace of ['gpulease-system', 'gpulease-images']) {
        const manifest = JSON.stringify({
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name: namespace },
        });
        await cluster.kubectl(['apply', '--server-side', '--filename=-'], manifest);
      }
      const apply = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '--force-conflicts'];
      const taken = await cluster.kubectl([...apply, '--filename=-'], await renderChart(flags));
      expect(taken).toContain('ingress.networking.k8s.io/gpulease-portal serverside-applied');
    });
  },
);

function parse(yaml: string): Manifest[] {
  return parseAllDocuments(yaml)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
    .sort((a, b) => a.metadata.name.localeCompare(b.metadata.name));
}
