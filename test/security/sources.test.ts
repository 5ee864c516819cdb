import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

/** Actions that the product never takes, whatever it receives: checked in its sources, since no request can show it. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const ofServer = [
  'apps',
  'command-service',
  'query-service',
  'projections',
  'platform',
  'contracts',
  'sample',
];

interface Source {
  readonly file: string;
  readonly text: string;
}

async function sourcesIn(folder: string): Promise<Source[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true });
  const files = entries
    .map((entry) => path.join(folder, entry))
    .filter(
      (file) =>
        /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.|\.test-helper\.|\.contract\.|\/testing\//.test(file),
    );
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })),
  );
}

let server: Source[];
let client: Source[];
beforeAll(async () => {
  server = (await Promise.all(ofServer.map(sourcesIn))).flat();
  client = await sourcesIn('web/src');
  for (const sources of [server, client]) expect(sources.length).toBeGreaterThan(200);
});
const filesWith = (sources: readonly Source[], pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

it('no text is run as code', () => {
  const pattern = /\beval\(|new Function\(|node:vm|setTimeout\(\s*['"`]/;
  expect(filesWith([...server, ...client], pattern)).toEqual([]);
});

describe('the server', () => {
  it('starts one kind of process, the picture decoder, without a shell', () => {
    expect(filesWith(server, /child_process/)).toEqual(['command-service/photo/images/decoder.ts']);
    const decoder = server.find(({ file }) => file.endsWith('images/decoder.ts'))?.text;
    expect(decoder).toContain("import { fork, type ChildProcess } from 'node:child_process';");
  });
  it('sends requests only through the libraries for stores, providers and mail', () => {
    expect(filesWith(server, /\bfetch\(|from 'undici'|https?\.(?:get|request)\(/)).toEqual([]);
    const requests = /import \{[^}]*\b(?:request|get)\b[^}]*\} from 'node:https?'/;
    expect(filesWith(server, requests)).toEqual([]);
  });
  it('never turns certificate checks off', () => {
    const pattern = /rejectUnauthorized|NODE_TLS_REJECT|tlsInsecure|tlsAllowInvalid/;
    expect(filesWith(server, pattern)).toEqual([]);
  });
});

describe('the client', () => {
  it('puts no text into a page as HTML', () => {
    const pattern = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/;
    expect(filesWith(client, pattern)).toEqual(['web/src/ui/as-rendered.tsx']);
    const asRendered = client.find(({ file }) => file.endsWith('ui/as-rendered.tsx'))?.text;
    // No text: it leaves in place what the server has rendered.
    expect(asRendered?.match(/\b__html\b.*/g)).toEqual(["__html: '' };"]);
    expect(asRendered).toContain('dangerouslySetInnerHTML={nothing}');
  });
  it('exchanges no messages with other windows, and uses no WebRTC', () => {
    const windows =
      /(?:window|parent|opener|top|self)\.postMessage|window\.addEventListener\('message'|RTCPeer/;
    // The worker that makes photos smaller answers the page that started it.
    expect(filesWith(client, windows)).toEqual(['web/src/lib/upload/smaller-worker.ts']);
  });
  it('stores only drafts, their files, pending decisions, the last searches, scroll positions, a log position and the offline caches', () => {
    expect(
      filesWith(
        client,
        /localStorage|sessionStorage|indexedDB|document\.cookie|\bcaches\.(?:open|match|keys|has|delete)\(/,
      ),
    ).toEqual([
      'web/src/app/search/recent.ts',
      'web/src/app/shell/scroll-positions.ts',
      'web/src/lib/draft-files.ts',
      'web/src/lib/drafts.ts',
      'web/src/lib/kept-caches.ts',
      'web/src/lib/kept.ts',
      'web/src/lib/leave.ts',
      'web/src/main.tsx',
      'web/src/worker/pages.ts',
      'web/src/worker/personal.ts',
      'web/src/worker/room.ts',
      'web/src/worker/service-worker.ts',
    ]);
    expect(filesWith(client, /\/kept\.ts'/)).toEqual([
      'web/src/app/search/recent.ts',
      'web/src/app/shell/scroll-positions.ts',
      'web/src/features/moderation/review/rest.ts',
      'web/src/lib/drafts.ts',
      'web/src/lib/leave.ts',
      'web/src/main.tsx',
    ]);
  });
  it('has password fields that password managers recognise and that accept pasted text', () => {
    const fields = client.flatMap(({ text }) => text.match(/<PasswordInput\b[^>]*>/g) ?? []);
    expect(fields.length).toBeGreaterThan(4);
    for (const field of fields) expect(field).toMatch(/autoComplete="(?:current|new)-password"/);
    expect(filesWith(client, /type=\{?.*password/)).toHaveLength(1);
    const account = client.filter(({ file }) => /features\/account|password-input/.test(file));
    expect(filesWith(account, /onPaste|'paste'|onBeforeInput/)).toEqual([]);
  });
});
