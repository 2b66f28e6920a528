/** Runs the queries of every panel on a VictoriaMetrics that scrapes our programs' metrics. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { exposition } from '../../local/src/kubevirt/metrics/exposition.ts';
import { measuredMachine } from '../../local/src/kubevirt/testing/measured-machine.ts';
import { withTransaction } from '../../portal/bff/src/database/database.ts';
import { rejectOrder } from '../../portal/bff/src/orders/order-states.ts';
import { aCustomer, anOrder, openBooks, type Books } from '../../portal/bff/src/testing/books.ts';
import { dashboards } from './testing/dashboards.ts';
import { operatorProgram, portalProgram, workerProgram, type Scrape } from './testing/programs.ts';
import { BUILD_TIME, startVictoriaMetrics, type VictoriaMetrics } from './testing/victoria-metrics.ts';

let books: Books;
let programs: Server;
let metrics: VictoriaMetrics;

beforeAll(async () => {
  books = await openBooks();
  await rejectSome(books);
  const machine = measuredMachine();
  const scrapes: Record<string, Scrape> = {
    machines: () => Promise.resolve(exposition([machine], new Date())),
    operator: operatorProgram(),
    bff: portalProgram(books),
    worker: workerProgram(books),
  };
  programs = await serve(scrapes);
  metrics = await startVictoriaMetrics({
    global: { scrape_interval: '1s' },
    scrape_configs: Object.keys(scrapes).map((name) => jobOf(name, programs)),
  });
}, BUILD_TIME);

afterAll(async () => {
  await metrics.stop();
  programs.close();
  await books.close();
});

/** Creates an order and rejects it. */
async function rejectSome(opened: Books): Promise<void> {
  const { orderId } = await anOrder(opened, await aCustomer(opened), { hold: 0n });
  await opened.asOwner(`UPDATE workload_order SET state = 'PLACED', workload_uid = NULL WHERE id = $1`, [
    orderId,
  ]);
  await withTransaction(opened.database, (transaction) => rejectOrder(transaction, orderId, 'OrderExpired'));
}

/** Serves the metrics of each program under its name. */
async function serve(scrapes: Readonly<Record<string, Scrape>>): Promise<Server> {
  const server = createServer((request, response) => {
    const scrape = scrapes[request.url?.slice(1) ?? ''];
    void scrape?.().then((text) => response.end(text));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Returns a scrape job with the labels of the chart's PodMonitors. */
function jobOf(name: string, server: Server) {
  const targets = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
  const labels = name === 'machines' ? {} : { app_kubernetes_io_component: name, pod: `${name}-1` };
  return {
    job_name: name,
    metrics_path: `/${name}`,
    honor_labels: name === 'machines',
    static_configs: [{ targets, labels }],
  };
}

interface Answer {
  status: string;
  error?: string;
  data: { result: unknown[] };
}

async function ask(expression: string): Promise<Answer> {
  const query = encodeURIComponent(expression.replaceAll('$tenant', 'mei'));
  return (await (await fetch(`${metrics.url}/api/v1/query?query=${query}`)).json()) as Answer;
}

async function hasNoSeries(expression: string): Promise<boolean> {
  const { status, error, data } = await ask(expression);
  if (status !== 'success') throw new Error(`${expression}: ${error ?? status}`);
  return data.result.length === 0;
}

it.each(dashboards)('the dashboard $name has no empty panel', async ({ panels }) => {
  const expressions = panels.flatMap(({ queries }) => queries.map(({ expr }) => expr));
  await eventually(async () => {
    const empty: string[] = [];
    for (const expression of expressions) if (await hasNoSeries(expression)) empty.push(expression);
    expect(empty).toEqual([]);
  });
});

const variables = dashboards.flatMap((dashboard) => dashboard.variables ?? []);

it.each(variables)('the variable $name has values', async ({ query, regex }) => {
  const [, selector = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(query) ?? [];
  const path = `/api/v1/label/${label}/values?match[]=${encodeURIComponent(selector)}`;
  const pattern = new RegExp(regex.slice(1, -1));
  await eventually(async () => {
    const { data } = (await (await fetch(metrics.url + path)).json()) as { data: string[] };
    expect(data.map((value) => pattern.exec(value)?.[1])).toEqual(['mei']);
  });
});
