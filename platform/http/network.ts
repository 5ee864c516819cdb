import ipaddr from 'ipaddr.js';
import { ServerResponse, type IncomingMessage } from 'node:http';
import Koa from 'koa';

/**
 * The network that an address counts for in limits: an IPv4 address itself, or the /64 of an IPv6 address, since one
 * person usually has all addresses of it. An IPv4 address in IPv6 form counts as IPv4. A port, which some proxies add,
 * is ignored. Everything that is not an address belongs to one network, `unknown`.
 */
export function networkOf(address: string): string {
  const host = withoutPort(address.trim());
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return host;
  if (!ipaddr.IPv6.isValid(host)) return 'unknown';
  const parsed = ipaddr.IPv6.parse(host);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const half = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${half.toString()}/64`;
}

/** `203.0.113.7:4711` and `[2001:db8::1]:4711` lose the port, `[2001:db8::1]` the brackets. */
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/**
 * Returns a function that gives the network of a request's sender, by the same rules as `ctx.ip`, for requests that
 * do not go through Koa: the handshakes of sockets. `trustProxy`: how many proxies in front are trusted.
 */
export function createNetworkOf(trustProxy: number): (request: IncomingMessage) => string {
  const app = new Koa();
  app.proxy = trustProxy > 0;
  app.maxIpsCount = trustProxy;
  return (request) => networkOf(app.createContext(request, new ServerResponse(request)).ip);
}
