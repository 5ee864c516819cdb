import { isIPv6 } from 'node:net';

/**
 * Whose address it is, as far as limits go: who has one IPv6 address has the 2^64 beside it, so the first half counts.
 * An IPv4 address that came over IPv6 is that address.
 */
export function networkOf(address: string): string {
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (inner !== undefined) return inner;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const head = groupsOf(before);
  const tail = groupsOf(after ?? '');
  const zeros =
    after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const network = [...head, ...zeros, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
