/** Builds all pages of the reference from the code. */
import { globSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { alerts } from '../../charts/src/testing/alerts.ts';
import { registries } from '../../charts/src/testing/metrics.ts';
import { customResources } from '../../crds/src/generator/resources.ts';
import { settingsOf } from '../../kube/src/settings.ts';
import { operatorSettings } from '../../operator/src/config.ts';
import { portalSettings } from '../../portal/bff/src/config.ts';
import { migrateSettings } from '../../portal/bff/src/migrate-settings.ts';
import { databaseSettings, scratchSettings } from '../../portal/bff/src/settings/shared.ts';
import { workerSettings } from '../../portal/bff/src/worker-config.ts';
import { errorCatalogue, errorReasons } from '../../portal/contract/src/errors.ts';
import { openApiDocument } from '../../portal/contract/src/openapi.ts';
import { alertsPage } from './alerts.ts';
import { apiInChinese } from './api-in-chinese.ts';
import { apiPage, type OpenApi } from './api.ts';
import { errorHints } from './error-hints.ts';
import { errorsPage, type ErrorSources } from './errors.ts';
import { kindsInChinese } from './kinds-in-chinese/index.ts';
import { kindsPage } from './kinds.ts';
import { metricsInChinese } from './metrics-in-chinese.ts';
import { metricsPage, type Metric, type MetricSources } from './metrics.ts';
import { reasonHints } from './reason-hints.ts';
import { reasonLists } from './reason-lists.ts';
import { reasonsPage, type ReasonSources } from './reasons.ts';
import { read, root } from './root.ts';
import type { Runbook } from './runbooks.ts';
import { catalogueSentences, workloadSentences } from './sentences.ts';
import { settingsInChinese } from './settings-in-chinese.ts';
import { settingsPage, type SettingSources } from './settings.ts';
import { inChinese, inEnglish } from './translations.ts';
import { valuesInChinese } from './values-in-chinese.ts';
import { valuesPage, type ValueSchema } from './values.ts';

/** Returns path in docs/ → the text of the page. */
export function pages(): Readonly<Record<string, string>> {
  const runbooks = { en: runbooksIn('docs/runbooks'), zh: runbooksIn('docs/zh/runbooks') };
  const reasons = { ...reasonSources(), hints: reasonHints, runbooks, alerts };
  const errors = {
    codes: errorCatalogue,
    reasons: errorReasons,
    hints: errorHints,
    runbooks,
  } as ErrorSources;
  const metrics = { programs: exportedMetrics(), alerts, chinese: metricsInChinese };
  const schema = JSON.parse(read('charts/gpulease/values.schema.json')) as ValueSchema;
  const values = { yaml: read('charts/gpulease/values.yaml'), schema, chinese: valuesInChinese };
  const alertSources = { alerts, chinese: runbooks.zh };
  const settings = { programs: programSettings(), chinese: settingsInChinese };
  const api = openApiDocument() as unknown as OpenApi;
  return {
    'reference/kinds.md': kindsPage('en', customResources, inEnglish),
    'reference/reasons.md': reasonsPage('en', reasons),
    'reference/errors.md': errorsPage('en', errors),
    'reference/metrics.md': metricsPage('en', metrics),
    'reference/alerts.md': alertsPage('en', alertSources),
    'reference/values.md': valuesPage('en', values),
    'reference/settings.md': settingsPage('en', settings),
    'reference/api.md': apiPage('en', api, inEnglish),
    'zh/reference/kinds.md': inChinese(kindsInChinese, (say) => kindsPage('zh', customResources, say)),
    'zh/reference/reasons.md': reasonsPage('zh', reasons),
    'zh/reference/errors.md': errorsPage('zh', errors),
    'zh/reference/metrics.md': metricsPage('zh', metrics),
    'zh/reference/alerts.md': alertsPage('zh', alertSources),
    'zh/reference/values.md': valuesPage('zh', values),
    'zh/reference/settings.md': settingsPage('zh', settings),
    'zh/reference/api.md': inChinese(apiInChinese, (say) => apiPage('zh', api, say)),
  };
}

function runbooksIn(folder: string): Runbook[] {
  const paths = globSync(`${folder}/*.md`, { cwd: root }).sort();
  return paths.map((path) => ({ page: basename(path, '.md'), text: read(path) }));
}

function reasonSources(): Pick<ReasonSources, 'conditions' | 'lists'> {
  const [conditions, ...byParts] = reasonLists(read('crds/src/conditions.ts'));
  const ofMachines = reasonLists(read('crds/src/reasons.ts'));
  const ofCatalogue = reasonLists(read('crds/src/catalogue-reasons.ts'));
  if (conditions === undefined) throw new Error('crds has no types of conditions.');
  return {
    conditions,
    lists: [
      ...[...ofMachines, ...byParts].map((list) => ({ ...list, sentences: workloadSentences })),
      ...ofCatalogue.map((list) => ({ ...list, sentences: catalogueSentences })),
    ],
  };
}

function exportedMetrics(): MetricSources['programs'] {
  const { operator, portal, billing } = registries();
  return { operator: metricsOf(operator), portal: metricsOf(portal), billing: metricsOf(billing) };
}

function metricsOf(registry: ReturnType<typeof registries>['operator']): readonly Metric[] {
  return registry.getMetricsAsArray() as unknown as readonly Metric[];
}

function programSettings(): SettingSources['programs'] {
  return {
    operator: settingsIn(operatorSettings),
    portal: settingsIn(portalSettings),
    billing: settingsIn(workerSettings),
    migration: settingsIn([migrateSettings]),
    backup: settingsIn([databaseSettings, scratchSettings]),
  };
}

/** Replaces the host and process id in defaults, which differ at each start. */
function settingsIn(schemas: Parameters<typeof settingsOf>[0]): ReturnType<typeof settingsOf> {
  const own = `${hostname()}-${process.pid}`;
  return settingsOf(schemas).map((setting) => ({
    ...setting,
    fallback: setting.fallback.replace(own, 'HOST-PID'),
  }));
}
