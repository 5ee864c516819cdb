// The thread that writes copies of read models that are being filled, while another thread makes the next documents.
// Plain JavaScript: Node loads this file unchanged, from the sources and from dist.
import { parentPort, workerData } from 'node:worker_threads';

import { openSqlite } from '../../sqlite/connection.mjs';

/** @import { FillingAnswer, FillingSettings, ToFillingThread } from './filling-thread.ts' */

/** How long to wait for another process that is writing, in milliseconds. */
const busyTimeout = 5000;

if (!parentPort) throw new Error('Copies are filled by a worker thread');
const port = parentPort;
const { path, pragmas } = /** @type {FillingSettings} */ (workerData);
const sqlite = openSqlite(path, { busyTimeout });
for (const pragma of pragmas) sqlite.rows(`PRAGMA ${pragma}`);

port.on('message', (/** @type {ToFillingThread} */ message) => {
  if (message === 'close') {
    sqlite.close();
    port.close();
    return;
  }
  /** @type {FillingAnswer} */
  let answer = {};
  try {
    sqlite.transaction(() => {
      for (const { sql, rows } of message) for (const values of rows) sqlite.run(sql, values);
    });
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(answer);
});
