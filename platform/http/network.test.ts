import { describe, expect, it } from 'vitest';

import { networkOf } from './network.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('%s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it.each([
    '',
    'unknown',
    '_hidden',
    '1',
    '0x7f.1',
    '203.0.113.07',
    '203.0.113.256',
    '203.0.113.7:port',
    '203.0.113.7:80:80',
    '[2001:db8::1',
    '2001:db8::1::2',
    '[203.0.113.7:1',
    'for=203.0.113.7',
    'x'.repeat(10_000),
  ])('%j is not an address and belongs to the shared network', (address) =>
    expect(networkOf(address)).toBe('unknown'),
  );
});
