import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network.ts';

describe('the network that an address is counted under', () => {
  it.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['another address of the same /64', '2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
    ['one with zeros in the network', '2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
    ['a short one', '::1', '0:0:0:0::/64'],
    ['a link-local one with its zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['nothing', '', ''],
  ])('of %s', (_, address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
