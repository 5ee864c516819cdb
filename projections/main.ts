import pino from 'pino';

import { openStores, readProjectionsConfig } from './config.ts';
import { readModels } from './read-models/all.ts';
import { createProjections } from './runner.ts';

/** The projections alone: beside a command and a query process, or as the stand-by of another one. */
const logger = pino({ level: process.env['LOG_LEVEL'] ?? 'info' });
const stores = await openStores(readProjectionsConfig(process.env), (message) => logger.warn(message));
const projections = await createProjections({ ...stores, models: readModels, logger });

const close = async (): Promise<void> => {
  await projections[Symbol.asyncDispose]();
  await stores[Symbol.asyncDispose]();
};
process.once('SIGTERM', () => void close());
process.once('SIGINT', () => void close());
