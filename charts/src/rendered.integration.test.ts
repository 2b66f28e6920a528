import { readConfig } from '../../operator/src/config.ts';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import { renderChart } from './helm.ts';
import { localManifest, renderLocal } from './local.ts';
import { describeWithHelm, parseManifests, type Manifest } from './testing/helm.ts';

/** Building helm takes minutes on first use. */
const buildTime = 900_000;

describeWithHelm('the chart, rendered by helm', () => {
  let manifests: Manifest[];
  beforeAll(async () => {
    manifests = parseManifests(await renderChart([]));
  }, buildTime);

  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const withPods = () => [...ofKind('Deployment'), ...ofKind('Job')];

  it('matches the manifest of the local cluster; otherwise run npm run generate', async () => {
    expect(readFileSync(localManifest, 'utf8')).toBe(await renderLocal());
  });

  it('has the accounts, permissions and policies of the local cluster', async () => {
    const about = /^(ServiceAccount|.*Role|.*RoleBinding|ValidatingAdmission.*)$/;
    const rules = (all: Manifest[]) => all.filter(({ kind }) => about.test(kind));
    // The simulators of KubeVirt and CDI have another account.
    const controllers = [
      'system:kube-controller-manager',
      'system:serviceaccount:kube-system:generic-garbage-collector',
      'system:serviceaccount:kube-system:namespace-controller',
      'gpulease:kubevirt',
    ];
    const played = await renderChart([`--set-json=policies.controllers=${JSON.stringify(controllers)}`]);
    expect(rules(manifests).length).toBeGreaterThan(20);
    expect(rules(parseManifests(played))).toEqual(rules(parseManifests(readFileSync(localManifest, 'utf8'))));
  });

  it('contains the custom resource definitions, which outlive it', () => {
    const kept = ofKind('CustomResourceDefinition').map(({ metadata }) => metadata.annotations);
    expect(kept).toHaveLength(8);
    expect(new Set(kept.map((annotations) => annotations?.['helm.sh/resource-policy']))).toEqual(
      new Set(['keep']),
    );
  });

  it('omits the custom resource definitions if configured', async () => {
    const kinds = parseManifests(await renderChart(['--set=crds.enabled=false'])).map(({ kind }) => kind);
    expect(kinds).not.toContain('CustomResourceDefinition');
  });

  it('runs two replicas of each process, of which a drain may evict one at a time', () => {
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

  it('lets no container escalate its privileges', () => {
    const containers = withPods().flatMap(({ spec }) => spec.template.spec.containers);
    expect(containers).toHaveLength(4);
    for (const { securityContext } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('mounts a token only into pods that call the API server', () => {
    const tokens = withPods().map(({ metadata, spec }) => [
      metadata.name,
      spec.template.spec.automountServiceAccountToken,
    ]);
    expect(Object.fromEntries(tokens)).toEqual({
      'gpulease-bff': true,
      'gpulease-migrate': false,
      'gpulease-operator': true,
      'gpulease-worker': true,
    });
  });

  it('opens the portal to every peer, and health and metrics only to configured peers', async () => {
    const openings = (policies: Manifest[]) =>
      Object.fromEntries(
        policies
          .filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.policyTypes?.includes('Ingress'))
          .map(({ metadata, spec }) => [metadata.name, spec.ingress ?? []]),
      );
    const portal = { ports: [{ port: 'http' }] };
    expect(openings(manifests)).toEqual({
      'gpulease-bff': [portal],
      'gpulease-checks': [],
      'gpulease-migrate': [],
      'gpulease-operator': [],
      'gpulease-worker': [],
    });
    const prometheus = { namespaceSelector: { matchLabels: { team: 'sight' } } };
    const flag = `--set-json=networkPolicies.metricsFrom=[${JSON.stringify(prometheus)}]`;
    const metrics = { from: [prometheus], ports: [{ port: 'ops' }] };
    const rendered = parseManifests(await renderChart([flag]));
    expect(openings(rendered)).toMatchObject({
      'gpulease-bff': [portal, metrics],
      'gpulease-operator': [metrics],
      'gpulease-worker': [metrics],
    });
    const operator = rendered.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gpulease-operator',
    );
    const env = operator?.spec.template.spec.containers[0]?.env.map(({ name, value }) => [name, value]);
    expect(readConfig(Object.fromEntries(env ?? []) as Record<string, string>).metricsFrom).toEqual([
      prometheus,
    ]);
  });

  describe('the egress of pods', () => {
    const withCilium = '--api-versions=cilium.io/v2/CiliumNetworkPolicy';
    const egressOf = async (...flags: string[]) =>
      parseManifests(await renderChart(flags))
        .filter(({ metadata }) => metadata.name === 'gpulease-egress')
        .map(({ kind, spec }) => [kind, spec]);
    const ofRelease = { matchLabels: { 'app.kubernetes.io/instance': 'gpulease' } };
    const allBut = (v4: string[], v6: string[] | null) => {
      const to = [
        { namespaceSelector: {} },
        { ipBlock: { cidr: '0.0.0.0/0', except: v4 } },
        { ipBlock: { cidr: '::/0', except: v6 } },
      ];
      const dns = ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol }));
      const spec = { podSelector: ofRelease, policyTypes: ['Egress'], egress: [{ to }, { ports: dns }] };
      return ['NetworkPolicy', spec];
    };

    it('is open except to the metadata services of clouds, where only DNS is open', async () => {
      const v4 = ['169.254.169.254', '169.254.0.23', '100.100.100.200', '100.96.0.96', '168.63.129.16'];
      const v6 = ['fd00:ec2::254', 'fd20:ce::254'];
      const closed = allBut(
        v4.map((address) => `${address}/32`),
        v6.map((address) => `${address}/128`),
      );
      expect(await egressOf()).toEqual([closed]);
      for (const { metadata, spec } of withPods())
        expect([metadata.name, spec.template.metadata]).toEqual([
          metadata.name,
          { labels: expect.objectContaining(ofRelease.matchLabels) as object },
        ]);
    });

    it('is open except to the listed ranges, and fully open for an empty list', async () => {
      const list = (ranges: string) => `--set-json=networkPolicies.egressExcept=[${ranges}]`;
      expect(await egressOf(list('"10.20.0.0/16"'))).toEqual([allBut(['10.20.0.0/16'], null)]);
      expect(await egressOf(list(''), withCilium)).toEqual([]);
    });

    it('includes nodes for Cilium, which does not match nodes by address', async () => {
      const toEntities = ['kube-apiserver', 'host', 'remote-node'];
      expect(await egressOf(withCilium)).toContainEqual([
        'CiliumNetworkPolicy',
        { endpointSelector: ofRelease, egress: [{ toEntities }] },
      ]);
    });
  });

  it('contains no secret values', () => {
    const secret = /URL$|PASSWORD$/;
    const plain = withPods()
      .flatMap(({ spec }) => spec.template.spec.containers)
      .flatMap(({ env }) => env)
      .filter(({ name, value }) => secret.test(name) && value !== undefined);
    expect(new Set(plain.map(({ name }) => name))).toEqual(new Set(['GPULEASE_PUBLIC_URL']));
  });

  it('has pods that a namespace of Pod Security level restricted accepts', async () => {
    const cluster = useControlPlane();
    const namespace = await cluster.uniqueNamespace();
    await cluster.kubectl(['label', 'namespace', namespace, 'pod-security.kubernetes.io/enforce=restricted']);
    await cluster.kubectl(['create', 'serviceaccount', 'default', `--namespace=${namespace}`]);
    for (const { metadata, spec } of withPods()) {
      const pod = { ...spec.template.spec, serviceAccountName: 'default', restartPolicy: 'Never' };
      const manifest = { apiVersion: 'v1', kind: 'Pod', metadata: { name: metadata.name }, spec: pod };
      const create = ['create', `--namespace=${namespace}`, '--dry-run=server', '--filename=-'];
      expect(await cluster.kubectl(create, JSON.stringify(manifest))).toContain('created');
    }
  }, 300_000);
});
