import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { useControlPlane } from '@gpulease/local/testing';
import { parse } from 'yaml';
import { chart, lintChart, renderChart } from './helm.ts';
import { alerts } from './testing/alerts.ts';
import { dashboards } from './testing/dashboards.ts';
import { describeWithHelm, parseManifests } from './testing/helm.ts';

interface GrafanaPanel {
  title: string;
  gridPos: { x: number; y: number };
  targets: { expr: string }[];
}

interface GrafanaDashboard {
  panels: GrafanaPanel[];
  templating: { list: { name: string }[] };
}

interface PodTemplate {
  spec: { volumes?: object[]; containers: { env: object[]; volumeMounts?: object[] }[] };
}

interface JobSpec {
  template: PodTemplate;
  jobTemplate: { spec: { template: PodTemplate } };
}

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

const sets: { what: string; flags: string[] }[] = [
  { what: 'the least required values', flags: [] },
  {
    what: 'an Ingress with TLS',
    flags: [
      '--set=bff.ingress.enabled=true',
      '--set=bff.ingress.className=nginx',
      '--set=bff.ingress.tlsSecret=portal-tls',
      '--set-json=bff.ingress.annotations={"nginx.ingress.kubernetes.io/proxy-read-timeout":"3600"}',
    ],
  },
  {
    what: 'a database and an admin with other Secret names',
    flags: [
      '--set=database.secretName=rds',
      '--set=database.urlKey=app',
      '--set=database.ownerUrlKey=owner',
      '--set=database.applicationRole=',
      '--set=bff.adminPasswordSecret=first-admin',
      '--set=bff.servicesSecret=services',
    ],
  },
  {
    what: 'a custom CA, and a merchant',
    flags: [
      '--set=trustedCASecret=ca',
      '--set=payments.wechatPaySecret=wechat',
      '--set=backup.enabled=true',
      '--set=backup.keySecret=backup-key',
      '--set=backup.restoreTest.databaseSecret=scratch',
    ],
  },
  {
    what: 'a longer retention of disks',
    flags: ['--set=dunning.stoppedDiskDays=90', '--set-json=dunning.stoppedDiskNoticeDays=[30,7,1]'],
  },
  {
    what: 'images by digest from a private registry',
    flags: [
      '--set=image.registry=registry.example.com/gpulease',
      `--set=image.digests.operator=${digest}`,
      `--set=image.digests.portal=${digest}`,
      '--set-json=image.pullSecrets=[{"name":"registry"}]',
    ],
  },
  {
    what: 'dedicated hosts',
    flags: [
      '--set-json=scheduling.nodeSelector={"node-role.kubernetes.io/infra":""}',
      '--set-json=scheduling.tolerations=[{"key":"infra","operator":"Exists"}]',
      '--set-json=networkPolicies.metricsFrom=[{"namespaceSelector":{}}]',
    ],
  },
  {
    what: 'externally maintained images',
    flags: ['--set-json=images.cloneNamespaces=["golden","gpulease-images"]'],
  },
  {
    what: 'the Prometheus Operator',
    flags: [
      '--set=monitoring.podMonitor=true',
      '--set=monitoring.machines=true',
      '--set=monitoring.prometheusRule=true',
      '--set=monitoring.dashboards.enabled=true',
      '--set=monitoring.dashboards.annotations.grafana_folder=GPULease',
      '--set=monitoring.labels.release=kube-prometheus-stack',
      '--set=monitoring.runbookUrl=https://git.example.com/docs/runbooks/',
    ],
  },
  {
    what: 'traces',
    flags: [
      '--set=tracing.otlpEndpoint=http://otel-collector.monitoring:4318',
      '--set-json=tracing.samplingRatio=0.1',
    ],
  },
  {
    what: 'support contacts',
    flags: [
      '--set=support.email=help@a.cn',
      '--set-string=support.phone=400-800-8888',
      '--set=support.hours.zh=9–18',
      '--set=support.hours.en=9–18',
    ],
  },
  { what: 'processes outside the cluster', flags: ['--set=deployments.enabled=false'] },
  { what: 'the sandbox', flags: ['--set=sandbox=true', '--set=bff.publicUrl='] },
];

const refused: [string, string, RegExp][] = [
  ['a misspelled value', 'operator.replica=3', /additional properties 'replica' not allowed/],
  ['zero replicas', 'operator.replicas=0', /operator\/replicas': minimum: got 0, want 1/],
  ['a portal without TLS', 'bff.publicUrl=http://a.cn', /must be the portal's https:\/\/ address/],
  ['a portal below a path', 'bff.publicUrl=https://a.cn/gpu', /without a path, such as https:/],
  ['no address of the portal', 'bff.publicUrl=', /bff\.publicUrl must be .* it is ""/],
  [
    'an invalid exchange rate',
    'bff.cnyPerUsd=seven',
    /bff\.cnyPerUsd must be the price of one dollar in yuan.* it is "seven"/,
  ],
  [
    'an invalid amount as a limit',
    'payments.secondOperatorAbove=plenty',
    /secondOperatorAbove': 'plenty' does not match/,
  ],
  ['a negative limit', 'bff.startsPerHour=-1', /startsPerHour': minimum: got -1, want 0/],
  [
    'metrics behind a password',
    'metrics.url=http://user:password@prometheus:9090',
    /metrics\/url': .* does not match/,
  ],
  ['a sampling ratio above one', 'tracing.samplingRatio=2', /samplingRatio': maximum: got 2, want 1/],
  [
    'a string for requiring two-step verification',
    'bff.requireTwoFactorForOperators=perhaps',
    /requireTwoFactorForOperators': got string, want boolean/,
  ],
  [
    'images in an invalid namespace',
    'images.cloneNamespaces[0]=A',
    /cloneNamespaces\/0': 'A' does not match/,
  ],
  [
    'a link to support without TLS',
    'support.url=http://a.cn',
    /support\/url': 'http:\/\/a\.cn' does not match/,
  ],
  ['support hours in one language', 'support.hours.zh=9–18', /support\/hours\/en': minLength/],
  ['the deletion of disks without a notice', 'dunning.unfundedDiskNoticeDays=null', /unfundedDiskNoticeDays/],
  [
    'a path instead of a URL with a scheme',
    'monitoring.runbookUrl=docs/runbooks',
    /runbookUrl': .* does not match/,
  ],
  ['half a digest', 'image.digests.portal=sha256:12', /image\.digests\.portal must be sha256: and 64/],
  [
    'ports that Services cannot use',
    'operator.nodePortRange=22-80',
    /from a port above 1023 .* it is "22-80"/,
  ],
  ['a reversed port range', 'operator.nodePortRange=32767-30000', /nodePortRange must go from/],
  [
    'a notice after the deletion of the disk',
    'dunning.unfundedDiskNoticeDays[0]=20',
    /must be days below dunning\.unfundedDiskDays, which is 15; one is 20/,
  ],
  ['an invalid peer', 'networkPolicies.metricsFrom[0].foo=a', /metricsFrom\/0/],
  ['an address instead of a range', 'networkPolicies.egressExcept[0]=10.20.0.5', /egressExcept\/0/],
  [
    'an unknown resource',
    'operator.resources.limits.cpuu=1',
    /resources\/limits': additional properties 'cpuu'/,
  ],
  ['an invalid Secret name', 'database.secretName=Bad_Name', /secretName': 'Bad_Name' does not match/],
  ['another invalid Secret name', 'payments.wechatPaySecret=Bad_Name', /wechatPaySecret/],
  ['an invalid tag', 'image.tag=latest@x', /image\/tag': 'latest@x' does not match/],
  ['a sandbox with a public URL', 'sandbox=true', /reached by kubectl port-forward only/],
];

describeWithHelm('the values of the chart', () => {
  const cluster = useControlPlane();

  beforeAll(async () => {
    for (const name of ['gpulease-system', 'gpulease-images', 'gpulease-checks', 'golden']) {
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await cluster.kubectl(['apply', '--server-side', '--filename=-'], JSON.stringify(namespace));
    }
  }, 300_000);

  it.each(sets)(
    'can configure $what: helm lint passes, and a real API server accepts every object',
    async ({ flags }) => {
      expect(await lintChart(flags)).toContain('0 chart(s) failed');
      const apply = ['apply', '--server-side', '--dry-run=server', '--validate=strict', '--force-conflicts'];
      // The kinds of the Prometheus Operator are not installed here; alerts.test.ts covers them.
      const items = parseManifests(await renderChart(flags)).filter(
        ({ apiVersion }) => !apiVersion.startsWith('monitoring.coreos.com/'),
      );
      const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
      const taken = await cluster.kubectl([...apply, '--filename=-'], list);
      expect(taken.trim().split('\n')).toHaveLength(items.length);
    },
    300_000,
  );

  it.each(refused)(
    'cannot configure %s',
    async (_, setting, sentence) => {
      await expect(renderChart([`--set=${setting}`])).rejects.toThrow(sentence);
    },
    300_000,
  );

  it('cannot be rendered for a namespace other than the operator expects', async () => {
    await expect(renderChart(['--namespace=default'])).rejects.toThrow(
      /run helm with --namespace gpulease-system/,
    );
  }, 300_000);

  it('can be set as in docs/install.md', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/install.md'), 'utf8');
    const [, example = ''] = /```yaml\n([^`]*)```/.exec(guide) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'gpulease-values-'));
    const file = join(folder, 'gpulease.yaml');
    writeFileSync(file, example.replaceAll('sha256:…', digest));
    const manifest = await renderChart([`--values=${file}`]);
    rmSync(folder, { recursive: true });
    expect(manifest).toContain(`image: registry.example.com/gpulease/gpulease-portal@${digest}\n`);
    expect(manifest).toContain('node-role.kubernetes.io/infra: ""');
  }, 300_000);

  it('select images by digest if set, else by the version of the chart', async () => {
    const manifest = await renderChart([`--set=image.digests.operator=${digest}`]);
    expect(manifest).toContain(`image: ghcr.io/gpulease/gpulease-operator@${digest}\n`);
    const { appVersion } = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')) as { appVersion: string };
    expect(manifest).toContain(`image: ghcr.io/gpulease/gpulease-portal:${appVersion}\n`);
  }, 300_000);

  it('let machines clone from each namespace of images, without duplicates', async () => {
    const flags = ['--set-json=images.cloneNamespaces=["golden","gpulease-images"]'];
    const manifests = parseManifests(await renderChart(flags));
    const clones = manifests.filter(({ metadata }) => metadata.name === 'gpulease-clone-images');
    expect(clones.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}`).sort()).toEqual([
      'Role golden',
      'Role gpulease-images',
      'RoleBinding golden',
      'RoleBinding gpulease-images',
    ]);
  }, 300_000);

  it('configure dunning and the mail server equally in portal and billing', async () => {
    const flags = ['--set=dunning.unfundedDiskDays=20', '--set=bff.servicesSecret=services'];
    const manifests = parseManifests(await renderChart(flags));
    const containers = manifests
      .filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name !== 'gpulease-operator')
      .flatMap(({ spec }) => spec.template.spec.containers);
    expect(containers).toHaveLength(2);
    for (const { env, envFrom } of containers) {
      expect(env).toContainEqual({ name: 'GPULEASE_UNFUNDED_DISK_DAYS', value: '20' });
      expect(env).toContainEqual({ name: 'GPULEASE_UNFUNDED_DISK_NOTICE_DAYS', value: '1,7,14' });
      expect(envFrom).toEqual([{ secretRef: { name: 'services' } }]);
    }
  }, 300_000);

  it('make every program trust custom CAs', async () => {
    const flags = ['--set=trustedCASecret=postgres-ca', '--set=backup.enabled=true'];
    const manifests = parseManifests(await renderChart(flags));
    const templates = manifests
      .filter(({ kind }) => ['Deployment', 'Job', 'CronJob'].includes(kind))
      .map(({ spec }) => {
        const { template, jobTemplate } = spec as Partial<JobSpec>;
        return jobTemplate?.spec.template ?? template;
      });
    expect(templates).toHaveLength(5);
    for (const template of templates) {
      expect(template?.spec.volumes).toContainEqual({
        name: 'trusted-ca',
        secret: { secretName: 'postgres-ca', items: [{ key: 'ca.crt', path: 'ca.crt' }] },
      });
      const container = template?.spec.containers[0];
      const mountPath = '/etc/gpulease/trusted-ca';
      expect(container?.volumeMounts).toContainEqual({ name: 'trusted-ca', mountPath, readOnly: true });
      expect(container?.env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${mountPath}/ca.crt` });
    }
  }, 300_000);

  it('link each alert to its runbook, at the portal or at a configured URL', async () => {
    const rules = ['--set=monitoring.prometheusRule=true'];
    expect(await renderChart(rules)).toContain('/docs/runbooks/GPULeasePortalDown"');
    const manifest = await renderChart([...rules, '--set=monitoring.runbookUrl=https://a.cn/runbooks/']);
    const links = [...manifest.matchAll(/runbook_url: "(.*)"/g)].map(([, link]) => link);
    expect(links).toEqual(alerts.map(({ alert }) => `https://a.cn/runbooks/${alert}.md`));
  }, 300_000);

  it('create a Grafana dashboard from each file, with all its panels', async () => {
    const manifest = await renderChart(['--set=monitoring.dashboards.enabled=true']);
    const made = parseManifests(manifest).filter(({ metadata }) => metadata.name.includes('-dashboard-'));
    expect(made.map(({ metadata }) => metadata.name)).toEqual(
      dashboards.map(({ name }) => `gpulease-dashboard-${name}`),
    );
    for (const [index, { metadata, data = {} }] of made.entries()) {
      expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' });
      const [json = ''] = Object.values(data);
      const { panels, templating } = JSON.parse(json) as GrafanaDashboard;
      expect(templating.list.map(({ name }) => name)).toEqual([
        'datasource',
        ...(dashboards[index]?.variables ?? []).map(({ name }) => name),
      ]);
      expect(panels.map(({ title, targets }) => [title, targets.map(({ expr }) => expr)])).toEqual(
        dashboards[index]?.panels.map(({ title, queries }) => [title, queries.map(({ expr }) => expr)]),
      );
      const places = panels.map(({ gridPos: { x, y } }) => `${x}/${y}`);
      expect(new Set(places).size).toBe(panels.length);
    }
  }, 300_000);

  it('bind the sandbox to the loopback address of its pod', async () => {
    const portal = parseManifests(await renderChart(['--set=sandbox=true', '--set=bff.publicUrl='])).find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gpulease-bff',
    );
    const env = portal?.spec.template.spec.containers[0]?.env ?? [];
    expect(Object.fromEntries(env.map(({ name, value }) => [name, value]))).toMatchObject({
      GPULEASE_SANDBOX: '1',
      HOST: '127.0.0.1',
      OPS_HOST: '0.0.0.0',
    });
  }, 300_000);
});
