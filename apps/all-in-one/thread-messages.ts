import type { ModelState } from '#platform/projections/runner';

import type { EmbeddedConfig } from '../projection-stores.ts';

/** The data with which the projections thread is started. */
export interface ThreadSettings {
  readonly config: EmbeddedConfig;
}

/** To the projections thread. */
export type ToThread =
  | { readonly kind: 'close' }
  /** Gets the response `reached` or `failed` with the same number. */
  | { readonly kind: 'when-reached'; readonly number: number; readonly target: bigint };

/** From the projections thread. */
export type FromThread =
  | { readonly kind: 'states'; readonly states: readonly ModelState[] }
  | { readonly kind: 'reached'; readonly number: number }
  /** A model has stopped before the position; the message says which. */
  | { readonly kind: 'failed'; readonly number: number; readonly message: string }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'log'; readonly line: LogLine };

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}
