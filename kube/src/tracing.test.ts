import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from './logger.ts';
import { startCollector, type FakeCollector } from './testing/fake-collector.ts';
import {
  childSpan,
  readTracingConfig,
  span,
  startTracing,
  traceFields,
  traceparent,
  type Tracing,
} from './tracing.ts';

const nothing = () => Promise.resolve();
const start = (url: string, ratio = '1'): Promise<Tracing> =>
  startTracing(readTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: ratio }), {
    service: 'test',
    log: () => silentLogger,
  });

describe('Without a collector', () => {
  it('work runs and nothing is traced', async () => {
    const tracing = await start('');
    const done = await span('outer', {}, (own) => {
      own.set({ a: 1 });
      return childSpan('inner', {}, () => Promise.resolve([traceparent(), traceFields()]));
    });
    expect(done).toEqual([undefined, {}]);
    await tracing.stop();
  });

  it('no module of OpenTelemetry is loaded', () => {
    const root = join(import.meta.dirname, '../..');
    const files = globSync('{crds,kube,placement,operator,portal/bff}/src/**/*.ts', { cwd: root });
    const loads = (what: RegExp) =>
      files.filter((file) => !file.endsWith('.test.ts') && what.test(readFileSync(join(root, file), 'utf8')));
    expect(loads(/from '@opentelemetry\//)).toEqual(['kube/src/otlp.ts']);
    expect(loads(/from '[^']*\/otlp\.ts'/)).toEqual([]);
  });
});

describe('With a collector', () => {
  let collector: FakeCollector;
  let tracing: Tracing;
  beforeEach(async () => {
    collector = await startCollector();
    tracing = await start(collector.url);
  });
  afterEach(async () => {
    await tracing.stop();
    await collector.close();
  });
  const named = (name: string) => collector.spans.filter((one) => one.name === name);

  it('a trace continues in another process by its traceparent', async () => {
    let handed: string | undefined;
    await span('click', {}, () =>
      childSpan('enqueue', {}, () => Promise.resolve(void (handed = traceparent()))),
    );
    await span('job', { parent: handed }, nothing);
    await tracing.stop();
    const [job] = named('job');
    expect(job && collector.above(job)).toEqual(['enqueue', 'click']);
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('an invalid parent starts a new trace, and a link is only a reference', async () => {
    const foreign = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await span('job', { parent: 'secret', link: foreign }, nothing);
    await tracing.stop();
    expect(collector.spans).toMatchObject([{ parentSpanId: '', links: ['a'.repeat(32)] }]);
    expect(collector.spans[0]?.traceId).not.toBe('a'.repeat(32));
  });

  it('a span with onlyWithOthers is recorded if it has children, from its own start', async () => {
    await span('idle', { onlyWithOthers: true }, nothing);
    await span('busy', { onlyWithOthers: true }, async () => {
      await childSpan('write', {}, nothing);
      await childSpan('write', {}, nothing);
    });
    await tracing.stop();
    expect(named('idle')).toEqual([]);
    expect(named('write').map((one) => collector.above(one))).toEqual([['busy'], ['busy']]);
  });

  it('an error is recorded by its type, never its message', async () => {
    const refused = Object.assign(new Error('no user 13800138000'), { code: 'REFUSED' });
    await expect(span('job', {}, () => Promise.reject(refused))).rejects.toBe(refused);
    await tracing.stop();
    expect(collector.spans[0]?.attributes).toEqual({ 'error.type': 'REFUSED' });
    expect(JSON.stringify(collector.spans)).not.toContain('13800138000');
  });

  it('log lines contain the trace id', async () => {
    const fields = await span('job', {}, () => Promise.resolve(traceFields()));
    await tracing.stop();
    expect(fields).toEqual({ trace_id: collector.spans[0]?.traceId });
  });

  it('an unsampled trace stays unsampled in another process', async () => {
    await tracing.stop();
    tracing = await start(collector.url, '0');
    const handed = await span('click', {}, () => Promise.resolve(traceparent()));
    await tracing.stop();
    expect(handed).toMatch(/-00$/);
    tracing = await start(collector.url);
    await span('job', { parent: handed }, nothing);
    await tracing.stop();
    expect(collector.spans).toEqual([]);
  });
});

describe('A collector that hangs', () => {
  it('delays no work, and bounds the number of queued spans', async () => {
    const collector = await startCollector({ hangs: true });
    const tracing = await start(collector.url);
    for (let n = 0; n < 10_000; n += 1) await span('job', {}, nothing);
    const stoppedAt = performance.now();
    await tracing.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(10_000);
    expect(collector.spans.length).toBeGreaterThan(0);
    expect(collector.spans.length).toBeLessThan(4_000);
    await collector.close();
  }, 30_000);
});
