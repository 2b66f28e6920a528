import { beforeEach, expect, it } from '@jest/globals';
import { Outage } from './outage.ts';
import { FakeClock } from './testing/fake-clock.ts';
import { RecordingLogger } from './testing/recording-logger.ts';

const nobody = new Error('The Kubernetes API at https://10.96.0.1 cannot be reached');
let clock: FakeClock;
let logger: RecordingLogger;
let outage: Outage;

beforeEach(() => {
  clock = new FakeClock();
  logger = new RecordingLogger();
  outage = new Outage({ clock, logger });
});

const told = () => logger.lines.map(({ level, message }) => `${level} ${message}`);

it('is logged once at its start and once at its end, however many requests notice', () => {
  for (const sentAt of [0, 0, 0]) outage.unanswered(sentAt, nobody);
  expect(outage.isOn).toBe(true);
  clock.advance(1_000);
  outage.answered();
  outage.answered();
  expect(outage.isOn).toBe(false);
  expect(told()).toEqual([
    'warn The API server is unreachable; waiting for it',
    'info The API server is reachable again',
  ]);
  expect(logger.lines[0]?.fields).toEqual({ reason: nobody.message });
});

it('does not start while the server answers other requests', () => {
  const sentAt = clock.monotonic();
  clock.advance(1_000);
  outage.answered();
  outage.unanswered(sentAt, nobody);
  expect([outage.isOn, told()]).toEqual([false, []]);
});

it('starts again with a request sent later', () => {
  outage.answered();
  clock.advance(1_000);
  outage.unanswered(clock.monotonic(), nobody);
  expect(outage.isOn).toBe(true);
});
