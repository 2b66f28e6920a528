import { expect, it } from '@jest/globals';
import { FakeClock } from '@gpulease/kube/testing';
import { StatusThrottle } from './status-throttle.ts';

it('the delay of a status that was never written counts from the first attempt', () => {
  const clock = new FakeClock();
  const throttle = new StatusThrottle(clock);
  throttle.begin('a');
  clock.advance(1000);
  throttle.begin('a');
  expect(throttle.wait('a', () => 3000)).toBe(2000);
  expect(throttle.wait('b', () => 3000)).toBe(0);
  throttle.forget('a');
  expect(throttle.wait('a', () => 3000)).toBe(0);
});
