// A process of its own for the tests, to be killed: `append FILE` appends without end and prints what was
// acknowledged, a line each; `lease FILE` takes the lease, says so, and keeps it.
/* global AbortSignal */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { runnerImport } from 'vite';

const [mode, path = ''] = process.argv.slice(2);
const streams = 8;
const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

if (mode === 'append') await appendForEver();
else await keepLease();

async function appendForEver() {
  /** @type {{ module: typeof import('./embedded.ts') }} */
  const { module } = await load('./embedded.ts');
  const log = await module.openEmbeddedLog({ path });
  const writers = Array.from({ length: streams }, async (_, index) => {
    /** @type {import('./port.ts').ExpectedRevision} */
    let expected = 'none';
    for await (const event of log.readStream(`city-${index}`, { backwards: true, limit: 1 })) {
      expected = event.revision;
    }
    for (;;) {
      const events = Array.from({ length: 1 + (index % 3) }, anEvent);
      const { revision, position } = await log.append(`city-${index}`, expected, events);
      expected = revision;
      say(`city-${index} ${revision} ${position} ${events.at(-1)?.id}`);
    }
  });
  await Promise.all(writers);
}

async function keepLease() {
  /** @type {{ module: typeof import('./file-lease.ts') }} */
  const { module } = await load('./file-lease.ts');
  await module.acquireFileLease(path, AbortSignal.timeout(60_000));
  say('held');
  await delay(600_000);
}

/** Node 20 does not run TypeScript by itself. */
function load(/** @type {string} */ file) {
  return runnerImport(new URL(file, import.meta.url).pathname, { configFile: false, logLevel: 'error' });
}

/** @returns {import('./port.ts').NewEvent} */
function anEvent() {
  return {
    id: randomUUID(),
    event: { type: 'city-approved.v1', data: { cityId: randomUUID() } },
    metadata: { time: '2025-06-01T12:00:00.000Z', actor: 'system', correlationId: 'a', causationId: 'b' },
  };
}
