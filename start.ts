import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import pino from 'pino';

import { ConfigError, readConfig } from '#command-service/config';

import { startLightfall } from './lightfall.ts';
import { StartError } from './stores.ts';

/** `npm start`: the three services in one process, on one port, closed cleanly by SIGTERM and Ctrl-C. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  await mkdir(path.resolve(config.dataDir), { recursive: true });
  const logger = pino(
    { level: config.logLevel },
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 }),
  );
  const say = (text: string): void => {
    // What would be written over at a terminal is a line of its own elsewhere.
    process.stderr.write(process.stderr.isTTY ? text : text.replace(/^\r(.*)/, '$1\n'));
  };
  const running = await startLightfall({ config, logger, say });

  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    logger.info({ signal }, 'closing');
    running[Symbol.asyncDispose]().then(
      () => {
        logger.flush();
        process.exit(0);
      },
      (error: unknown) => {
        logger.fatal({ err: error }, 'could not close');
        logger.flush();
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(
    `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
