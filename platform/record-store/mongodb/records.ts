import type { Connection } from '../../mongodb/connection.ts';

import type { Collections } from './collections.ts';

/** What the parts of the store share. `run` converts the driver's errors into RecordStoreUnavailable. */
export interface Records extends Collections {
  readonly run: Connection['run'];
  readonly runLong: Connection['runLong'];
}
