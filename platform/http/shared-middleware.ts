import type { Logger } from 'pino';

import type { RecordStore } from '#platform/record-store/index';
import type { RequestMiddleware } from './context.ts';
import { identification } from './identification.ts';
import { problems } from './problems.ts';
import { requestLog } from './request-log.ts';

/**
 * The middleware that every service runs before its routes: request id and log line, errors, and identification of
 * the sender.
 */
export const sharedMiddleware = (deps: {
  readonly logger: Logger;
  readonly records: RecordStore;
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly clock: () => number;
}): RequestMiddleware[] => [requestLog(deps.logger), problems(deps.logger), identification(deps)];
