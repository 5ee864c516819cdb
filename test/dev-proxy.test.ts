import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';
import { loadConfigFromFile, type ProxyOptions } from 'vite';

const file = fileURLToPath(new URL('../web/vite.config.ts', import.meta.url));
const isOptions = (proxy: string | ProxyOptions): proxy is ProxyOptions => typeof proxy !== 'string';

it.each([
  ['', 'http://127.0.0.1:3000'],
  ['4321', 'http://127.0.0.1:4321'],
])('with PORT "%s" development asks the server at %s', async (port, address) => {
  const before = process.env['PORT'];
  process.env['PORT'] = port;
  try {
    const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' }, file);
    const proxies = Object.values(loaded?.config.server?.proxy ?? {});
    expect(proxies.map((proxy) => (isOptions(proxy) ? proxy.target : proxy))).toEqual(Array(5).fill(address));
  } finally {
    if (before === undefined) delete process.env['PORT'];
    else process.env['PORT'] = before;
  }
});
