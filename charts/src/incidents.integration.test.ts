/** Every alert fires in the trouble that it is there for, after its time and with what its sentence names, and not before. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { alerts, type Alert } from './testing/alerts.ts';
import { incidents, type History } from './testing/incidents.ts';
import { BUILD_TIME, startVictoriaMetrics, type VictoriaMetrics } from './testing/victoria-metrics.ts';

const MINUTE = 60;
const MINUTES = { m: 1, h: 60 };
/** Longer than any time that an expression looks back. */
const LOOK_BACK = 130;

let metrics: VictoriaMetrics;
beforeAll(async () => {
  metrics = await startVictoriaMetrics({});
}, BUILD_TIME);
afterAll(() => metrics.stop());

const minutesOf = (duration: string): number => {
  const [, count, unit] = /^(\d+)([mh])$/.exec(duration) ?? [];
  return Number(count) * MINUTES[unit as 'm' | 'h'];
};

interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [at: number, value: string])[];
}

/** What an alert's expression found, minute by minute, of a history that is kept apart from all others by its name. */
async function judge({ expr, for: duration }: Alert, name: string, history: History): Promise<Series[]> {
  const minutes = minutesOf(duration) + LOOK_BACK;
  const begin = Math.floor(Date.now() / 1_000) - (minutes + 10) * MINUTE;
  await call(`/api/v1/import/prometheus?extra_label=history=${name}`, samplesOf(history, begin, minutes));
  await call('/internal/force_flush');
  const query = new URLSearchParams({
    query: expr,
    start: String(begin),
    end: String(begin + minutes * MINUTE),
    step: '60s',
    nocache: '1',
    'extra_filters[]': `{history="${name}"}`,
  });
  const { data } = (await (await call('/api/v1/query_range', query)).json()) as {
    data: { result: Series[] };
  };
  return data.result;
}

function samplesOf(history: History, begin: number, minutes: number): string {
  return Object.entries(history)
    .flatMap(([series, value]) =>
      Array.from({ length: minutes + 1 }, (_, minute) => {
        const now = begin + minute * MINUTE;
        return `${series} ${typeof value === 'number' ? value : value({ minute, begin, now })} ${now}000\n`;
      }),
    )
    .join('');
}

async function call(path: string, body?: string | URLSearchParams): Promise<Response> {
  const response = await fetch(metrics.url + path, { method: 'POST', ...(body && { body }) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response;
}

/** The longest time without a gap, in minutes. */
function longestOf({ values }: Series): number {
  let [longest, since] = [0, values[0]?.[0] ?? 0];
  for (const [index, [at]] of values.entries()) {
    const before = values[index - 1]?.[0] ?? at;
    if (at - before > MINUTE) since = at;
    longest = Math.max(longest, (at - since) / MINUTE);
  }
  return longest;
}

const cases = alerts.map((alert) => ({ ...alert, ...(incidents[alert.alert] ?? { fine: {}, broken: [] }) }));

it.each(cases)('the alert $alert is silent while all is well', async ({ fine, ...alert }) => {
  expect(Object.keys(fine)).not.toEqual([]);
  expect(await judge(alert, `${alert.alert}-fine`, fine)).toEqual([]);
});

const troubles = cases.flatMap(({ broken, ...alert }) =>
  broken.map((history, index) => ({ ...alert, history, number: index + 1 })),
);

it.each(troubles)('the alert $alert fires in trouble $number', async ({ history, number, ...alert }) => {
  const found = await judge(alert, `${alert.alert}-${number}`, history);
  const fires = found.filter((series) => longestOf(series) >= minutesOf(alert.for));
  expect(fires).toHaveLength(1);
  const labels = [...alert.summary.matchAll(/\{\{ \$labels\.(\w+) \}\}/g)].map(([, label]) => label);
  expect(Object.keys(fires[0]?.metric ?? {})).toEqual(expect.arrayContaining(labels));
});
