import { describe, expect, it } from '@jest/globals';
import { isFromOwnPage } from './security.ts';

const local = 'localhost:8080';
const publicUrl = new URL('https://gpu.example.com/');

describe('an unsafe request', () => {
  it.each([
    ['from our page', { host: local, 'sec-fetch-site': 'same-origin' }, undefined, true],
    ['from our page in an older browser', { host: local, origin: `http://${local}` }, undefined, true],
    ['from our public page', { host: 'x', origin: 'https://gpu.example.com' }, publicUrl, true],
    ['from another site', { host: local, 'sec-fetch-site': 'cross-site' }, undefined, false],
    ['from a sibling domain', { host: local, 'sec-fetch-site': 'same-site' }, undefined, false],
    ['from another port', { host: local, origin: 'http://localhost:9090' }, undefined, false],
    ['from a sandboxed frame', { host: local, origin: 'null' }, undefined, false],
    ['from nowhere', { host: local }, undefined, false],
    ['over plain http to a public portal', { host: 'x', origin: 'http://gpu.example.com' }, publicUrl, false],
  ] as const)('%s', (_, headers, url, allowed) => {
    expect(isFromOwnPage(headers, url)).toBe(allowed);
  });
});
