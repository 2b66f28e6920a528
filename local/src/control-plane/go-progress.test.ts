import { expect, it } from '@jest/globals';
import { GoProgress } from './go-progress.ts';

it('reports the remaining work every ten seconds, and errors at once', () => {
  let now = 0;
  const told: string[] = [];
  const progress = new GoProgress({ report: (line) => told.push(line), now: () => now, modules: 227 });
  const readEach = (lines: string[], milliseconds: number): void => {
    for (const line of lines) {
      now += milliseconds;
      progress.read(line);
    }
  };

  readEach(
    Array.from({ length: 60 }, (_, index) => `go: downloading example.com/module-${index} v1.0.0`),
    200,
  );
  progress.startCompiling(1000);
  readEach(
    Array.from({ length: 450 }, (_, index) => `k8s.io/kubernetes/pkg/part-${index}`),
    100,
  );
  readEach(['pkg/main.go:3:1: syntax error'], 1);

  expect(told).toEqual([
    '  50 of at most 227 Go modules downloaded',
    '  80 of at most 1000 packages compiled, about 2 minutes left',
    '  180 of at most 1000 packages compiled, about a minute left',
    '  280 of at most 1000 packages compiled, about a minute left',
    '  380 of at most 1000 packages compiled, about a minute left',
    'pkg/main.go:3:1: syntax error',
  ]);
});
