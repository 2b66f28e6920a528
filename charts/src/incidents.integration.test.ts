/**
 * Tests every alert of the rendered chart with vmalert-tool against the exported series: it is silent while all is well,
 * and fires with its whole message in each incident that it covers, after its duration and not before.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { ensureRuleTester } from '../../local/src/control-plane/binaries.ts';
import { renderChart } from './helm.ts';
import { alerts, type Alert } from './testing/alerts.ts';
import { describeWithHelm } from './testing/helm.ts';
import { incidents, type History, type Incident } from './testing/incidents.ts';
import { BUILD_TIME } from './testing/victoria-metrics.ts';

const MINUTE = 60;
const MINUTES = { m: 1, h: 60 };
/** Longer than the range of any expression, in minutes. */
const LOOK_BACK = 130;
/** When the histories of vmalert-tool begin, in Unix seconds. */
const BEGIN = Date.UTC(2000, 0, 1) / 1_000;

const minutesOf = (duration: string): number => {
  const [, count, unit] = /^(\d+)([mh])$/.exec(duration) ?? [];
  return Number(count) * MINUTES[unit as 'm' | 'h'];
};

interface Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

describeWithHelm('the alert', () => {
  let tester: string;
  let folder: string;
  let rules: readonly Rule[];
  beforeAll(async () => {
    tester = await ensureRuleTester((line) => process.stderr.write(`${line}\n`));
    folder = mkdtempSync(join(tmpdir(), 'gpulease-alerts-'));
    rules = await renderedRules();
  }, BUILD_TIME);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const cases = alerts.map((alert) => [alert.alert, alert, incidents[alert.alert]] as const);

  it.each(cases)('%s fires only in its incidents, after its duration', async (name, alert, incident) => {
    const rule = rules.find((one) => one.alert === name);
    if (rule === undefined || incident === undefined) throw new Error(`${name} is not rendered or provoked`);
    writeFileSync(
      join(folder, 'rule.yaml'),
      JSON.stringify({ groups: [{ name: 'gpulease', rules: [rule] }] }),
    );
    const file = join(folder, 'test.yaml');
    writeFileSync(file, JSON.stringify(testsOf(alert, rule, incident)));
    expect(await verdict(tester, file)).toContain('SUCCESS');
  });
});

async function renderedRules(): Promise<readonly Rule[]> {
  const manifests = parseAllDocuments(await renderChart(['--set=monitoring.prometheusRule=true'])).map(
    (document) => document.toJS() as { kind: string; spec: { groups: { rules: Rule[] }[] } } | null,
  );
  const rendered = manifests.find((manifest) => manifest?.kind === 'PrometheusRule');
  return rendered?.spec.groups.flatMap((group) => group.rules) ?? [];
}

/** Returns the output of the tool, which shows the differences if a test fails. */
async function verdict(tester: string, file: string): Promise<string> {
  try {
    return (await promisify(execFile)(tester, ['unittest', `--files=${file}`])).stdout;
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? String(error);
  }
}

/** Returns the tests in the format of promtool and vmalert-tool. */
function testsOf({ alert, for: duration }: Alert, rule: Rule, { fine, broken, labels = [] }: Incident) {
  const end = minutesOf(duration) + LOOK_BACK;
  const expectation = (minute: number, found: readonly object[]) => ({
    eval_time: `${minute}m`,
    groupname: 'gpulease',
    alertname: alert,
    exp_alerts: found,
  });
  const quiet = Array.from({ length: Math.floor(end / 10) + 1 }, (_, index) => expectation(index * 10, []));
  return {
    rule_files: ['rule.yaml'],
    tests: [
      { name: 'all is well', input_series: seriesOf(fine, end), alert_rule_test: quiet },
      ...broken.map((history, index) => ({
        name: `trouble ${index + 1}`,
        input_series: seriesOf(history, end),
        alert_rule_test: [
          expectation(minutesOf(duration) - 1, []),
          expectation(end, [firing(rule, labels[index] ?? {})]),
        ],
      })),
    ],
  };
}

function firing(rule: Rule, labels: Readonly<Record<string, string>>) {
  const filled = (text: string) =>
    text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? `no ${label}`);
  const annotations = Object.entries(rule.annotations).map(([name, text]) => [name, filled(text)]);
  return {
    exp_labels: { ...rule.labels, ...labels },
    exp_annotations: Object.fromEntries(annotations) as Record<string, string>,
  };
}

/** Returns series with one sample per minute. */
function seriesOf(history: History, end: number) {
  return Object.entries(history).map(([series, value]) => ({
    series,
    values: Array.from({ length: end + 1 }, (_, minute) => {
      const now = BEGIN + minute * MINUTE;
      return typeof value === 'number' ? value : value({ minute, begin: BEGIN, now });
    }).join(' '),
  }));
}
