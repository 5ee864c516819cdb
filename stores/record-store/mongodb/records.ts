import type { Connection } from '../../mongodb/connection.ts';

import type { Collections } from './collections.ts';

/** What each part of the store works with. `run` turns the driver's errors into RecordStoreUnavailable. */
export interface Records extends Collections {
  readonly run: Connection['run'];
  readonly runLong: Connection['runLong'];
}
