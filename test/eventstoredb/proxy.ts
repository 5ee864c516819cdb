import { type TcpProxy, openTcpProxy } from '../tcp-proxy.ts';

export interface NodeProxy extends TcpProxy {
  /** The connection string that goes through the proxy. */
  readonly url: string;
}

/** Opens a proxy in front of the node of a connection string with one host. */
export async function openNodeProxy(connectionString: string): Promise<NodeProxy> {
  const [, scheme = '', host = '', port = '2113', query = ''] =
    /^(\w+:\/\/(?:[^@]*@)?)([^:?/]+)(?::(\d+))?(.*)$/.exec(connectionString) ?? [];
  const proxy = await openTcpProxy({ host, port: Number(port) });
  return { ...proxy, url: `${scheme}127.0.0.1:${proxy.port}${query}` };
}
