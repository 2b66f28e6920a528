import { describe, expect, it } from '@jest/globals';
import { readConfig } from './config.ts';
import { isLoopback } from './http/network.ts';

const now = new Date('2026-11-21T00:00:00Z');
const least = { DATABASE_URL: 'postgres://localhost/x' };

describe('settings', () => {
  it('have defaults that are safe on a laptop', () => {
    expect(readConfig(least, now)).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      opsPort: 8081,
      sandbox: false,
      cnyPerUsd: '7.20',
      cnyPerUsdDate: now,
      defaultQuota: {},
      startsPerHour: 30,
      secondOperatorAbove: undefined,
    });
  });

  it('give new tenants the configured quota', () => {
    const quota = { GPULEASE_DEFAULT_QUOTA_GPUS: '8', GPULEASE_DEFAULT_QUOTA_STORAGE: '20Ti' };
    expect(readConfig({ ...least, ...quota }, now).defaultQuota).toEqual({ gpus: 8, storage: '20Ti' });
  });

  it('convert the limit for a second approval to fen', () => {
    const env = { ...least, GPULEASE_SECOND_OPERATOR_ABOVE: '10000.5' };
    expect(readConfig(env, now).secondOperatorAbove).toBe(1_000_050n);
  });

  it('have no metrics source unless one is set', () => {
    const url = (METRICS_URL: string) => readConfig({ ...least, METRICS_URL }, now).metricsUrl?.href;
    expect(url('')).toBeUndefined();
    expect(url('http://mimir.monitoring:8080/prometheus')).toBe('http://mimir.monitoring:8080/prometheus');
  });

  it.each([
    ['none without documents', {}, null],
    ['the bundled copy', { DOCS_DIST: '/app/docs' }, '/docs'],
    [
      'a copy of the operator',
      { DOCS_DIST: '/app/docs', GPULEASE_DOCS_URL: 'https://docs.example.com/gpu/' },
      'https://docs.example.com/gpu',
    ],
  ])('resolve the help link: %s', (_, env, documents) => {
    expect(readConfig({ ...least, ...env }, now).documents).toBe(documents);
  });

  it('serve health on the address of the portal, or on another one for the kubelet', () => {
    expect(readConfig({ ...least, HOST: '127.0.0.2' }, now).opsHost).toBe('127.0.0.2');
    const sandboxInPod = { ...least, GPULEASE_SANDBOX: '1', OPS_HOST: '0.0.0.0' };
    expect(readConfig(sandboxInPod, now)).toMatchObject({ host: '127.0.0.1', opsHost: '0.0.0.0' });
  });

  it.each([
    ['a missing database', {}, /DATABASE_URL is not set/],
    ['an invalid port', { ...least, PORT: '99999' }, /PORT must be a port/],
    ['too few connections', { ...least, DATABASE_POOL_SIZE: '2' }, /DATABASE_POOL_SIZE must be at least 5/],
    ['a KubeVirt without a namespace', { ...least, GPULEASE_KUBEVIRT: 'kubevirt' }, /a namespace and a name/],
    ['an invalid address', { ...least, GPULEASE_PUBLIC_URL: 'a.cn' }, /GPULEASE_PUBLIC_URL must be/],
    ['a port that is not a number', { ...least, PORT: '80a' }, /PORT must be a whole number/],
    ['a rate of zero', { ...least, GPULEASE_CNY_PER_USD: '0' }, /GPULEASE_CNY_PER_USD must be a decimal/],
    ['a rate that is not a decimal', { ...least, GPULEASE_CNY_PER_USD: 'seven' }, /GPULEASE_CNY_PER_USD/],
    [
      'a limit that is not a number',
      { ...least, GPULEASE_STARTS_PER_HOUR: 'many' },
      /STARTS_PER_HOUR must be a whole number/,
    ],
    [
      'a negative limit',
      { ...least, GPULEASE_SECOND_OPERATOR_ABOVE: '-1' },
      /ABOVE must be an amount in yuan/,
    ],
    ['metrics without a scheme', { ...least, METRICS_URL: 'prometheus:9090' }, /METRICS_URL must be http/],
    [
      'a metrics URL with a password',
      { ...least, METRICS_URL: 'https://a:b@prometheus' },
      /METRICS_URL must be .* without user and query/,
    ],
    [
      'an invalid switch for two-step verification',
      { ...least, GPULEASE_REQUIRE_TWO_FACTOR_FOR_OPERATORS: 'yes' },
      /OPERATORS must be 0 or 1/,
    ],
    ['a public sandbox', { ...least, GPULEASE_SANDBOX: '1', HOST: '0.0.0.0' }, /loopback HOST/],
    [
      'a quota of disk space without a unit',
      { ...least, GPULEASE_DEFAULT_QUOTA_STORAGE: '20' },
      /GPULEASE_DEFAULT_QUOTA_STORAGE must be whole Gi or Ti/,
    ],
    ['a public portal without an address', { ...least, HOST: '0.0.0.0' }, /GPULEASE_PUBLIC_URL must be/],
    [
      'a public portal without TLS',
      { ...least, HOST: '0.0.0.0', GPULEASE_PUBLIC_URL: 'http://a.cn' },
      /https/,
    ],
  ])('refuse %s', (_, env, message) => {
    expect(() => readConfig(env, now)).toThrow(message);
  });
});

describe('loopback', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('is %s', (host) =>
    expect(isLoopback(host)).toBe(true),
  );
  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.evil.com', ''])('is not %p', (host) =>
    expect(isLoopback(host)).toBe(false),
  );
});
