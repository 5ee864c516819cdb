// A separate process that the tests kill. It appends to the file endlessly, and prints a line for each acknowledged
// append.
import { randomUUID } from 'node:crypto';

import { runnerImport } from 'vite';

const [path = ''] = process.argv.slice(2);
const streams = 8;
const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

await appendForEver();

async function appendForEver() {
  /** @type {{ module: typeof import('./event-log.ts') }} */
  const { module } = await load('./event-log.ts');
  const log = await module.openEmbeddedLog({ path });
  const writers = Array.from({ length: streams }, async (_, index) => {
    /** @type {import('../port.ts').ExpectedRevision} */
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

/** Node 20 does not run TypeScript by itself. */
function load(/** @type {string} */ file) {
  return runnerImport(new URL(file, import.meta.url).pathname, { configFile: false, logLevel: 'error' });
}

/** @returns {import('../port.ts').NewEvent} */
function anEvent() {
  return {
    id: randomUUID(),
    event: { type: 'city-approved.v1', data: { cityId: randomUUID() } },
    metadata: { time: '2025-06-01T12:00:00.000Z', actor: 'system', correlationId: 'a', causationId: 'b' },
  };
}
