import { expect, it } from '@jest/globals';
import { rateLimitHeaders } from './rate-limit-headers.ts';

it('the headers state quota, window, remainder and reset of each limit', () => {
  const scripts = {
    name: 'apiTokens',
    points: 600,
    duration: 60,
    remaining: 597,
    reset: 41,
    isExceeded: false,
  };
  const quotes = { name: 'quotes', points: 120, duration: 60, remaining: 0, reset: 7, isExceeded: true };
  expect(rateLimitHeaders([scripts, quotes])).toEqual({
    'RateLimit-Policy': '"apiTokens";q=600;w=60, "quotes";q=120;w=60',
    RateLimit: '"apiTokens";r=597;t=41, "quotes";r=0;t=7',
  });
});
