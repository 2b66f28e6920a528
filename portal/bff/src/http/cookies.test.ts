import { describe, expect, it } from '@jest/globals';
import { wireName } from './cookies.ts';

describe('cookie names', () => {
  it('are host-bound over TLS, and carry the port on loopback', () => {
    expect(wireName('admin', { secure: true, port: 443 })).toBe('__Host-gpulease-admin');
    expect(wireName('user', { secure: false, port: 8080 })).toBe('gpulease-user-8080');
  });
});
