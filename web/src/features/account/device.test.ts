import { expect, it } from 'vitest';

import { deviceOf } from './device.ts';

const mozilla = 'Mozilla/5.0';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${mozilla} (X11; Linux x86_64) ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`${mozilla} (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0 Safari/537.36 Edg/141.0`,
    'Edge on Windows',
  ],
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox on Windows'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `${mozilla} (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/141.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPad',
  ],
  [`${mozilla} (Linux; Android 10; K) ${webKit} Chrome/141.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `${mozilla} (Linux; Android 10; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/141.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/141.0 Safari/537.36 OPR/125.0`,
    'Opera on macOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['<img src=x onerror=alert(1)>', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('%j is %s', (agent, name) => {
  expect(deviceOf(agent)).toBe(name);
});
