import type { Logger } from 'pino';

import type { RecordStore } from '../record-store/index.ts';
import type { RequestMiddleware } from './context.ts';
import { identification } from './identification.ts';
import { problems } from './problems.ts';
import { requestLog } from './request-log.ts';

/** What every service puts in front of its routes: a name for the request, its log line, its refusals, its sender. */
export const sharedMiddleware = (deps: {
  readonly logger: Logger;
  readonly records: RecordStore;
  readonly adminEmail: string;
  readonly publicOrigin: string;
  readonly clock: () => number;
}): RequestMiddleware[] => [requestLog(deps.logger), problems(deps.logger), identification(deps)];
