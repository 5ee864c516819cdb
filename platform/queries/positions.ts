import { positionHeaders } from '#contracts/shared/operation';
import { Refusal } from '#contracts/shared/errors';
import type { ModelFeed } from './model-feed.ts';
import type { Viewer } from '#contracts/shared/parse';
import type { RawHeaders } from '../http/headers.ts';

/** Makes a query wait until the models that it uses have reached a position. */
export interface Freshness<Name extends string> {
  /**
   * @throws Refusal `position-unknown` for a position that the log does not have, `read-model-stopped` if one of the
   * read models has stopped, `not-caught-up` if they have not reached it in time
   */
  atLeast(uses: readonly Name[], position: bigint | undefined): Promise<void>;
  /** Whether all of the models have reached the position already; of none, whether the log is known to have it. */
  isAtLeast(uses: readonly Name[], position: bigint): boolean;
}

export interface FreshnessOptions<Name extends string> {
  readonly models: Readonly<Record<Name, ModelFeed>>;
  /** Position of the log's last event. */
  readonly head: () => Promise<bigint>;
  /** A sentence that says which read model has stopped; undefined if none has. */
  readonly stopped: () => Promise<string | undefined>;
  /** Milliseconds to wait for a lagging model. */
  readonly waitTimeout: number;
}

/** Seconds. */
const retryAfter = 1;
const retryStoppedAfter = 30;

export function createFreshness<Name extends string>({
  models,
  head,
  stopped,
  waitTimeout,
}: FreshnessOptions<Name>): Freshness<Name> {
  const isAtLeast = (uses: readonly Name[], position: bigint) =>
    uses.length === 0
      ? Object.values<ModelFeed>(models).some((model) => model.position >= position)
      : uses.every((name) => models[name].position >= position);
  const refuseIfStopped = async (): Promise<void> => {
    const detail = await stopped();
    if (detail !== undefined)
      throw new Refusal('read-model-stopped', { detail, retryAfter: retryStoppedAfter });
  };
  return {
    isAtLeast,
    async atLeast(uses, position) {
      if (position === undefined || isAtLeast(uses, position)) return;
      if (position > (await head())) throw new Refusal('position-unknown');
      if (uses.length === 0) return;
      await refuseIfStopped();
      const patient = AbortSignal.timeout(waitTimeout);
      const reached = await Promise.all(uses.map((name) => models[name].reached(position, patient)));
      if (!reached.includes(false)) return;
      await refuseIfStopped();
      throw new Refusal('not-caught-up', { retryAfter });
    },
  };
}

/** The position in an X-Min-Position header; undefined without one. @throws Refusal `position-unknown` when malformed */
export function parsePosition(header: string | undefined): bigint | undefined {
  if (header === undefined || header === '') return undefined;
  if (!/^\d{1,19}$/.test(header)) throw new Refusal('position-unknown');
  return BigInt(header);
}

/** The position that a response from these models, started now, includes at least: its X-Read-Position. */
export type ReadTo<Name extends string> = (uses: readonly Name[], viewer: Viewer) => string | undefined;

/** Position of the last public change, whether sent or not. A socket that opens later receives only later changes. */
export interface LastPublic {
  position: bigint;
}

/** Undefined for a response made from records alone. For visitors it reveals no event that they cannot see. */
export function createReadTo<Name extends string>(
  models: Readonly<Record<Name, ModelFeed>>,
  lastPublic: LastPublic,
): ReadTo<Name> {
  return (uses, viewer) => {
    const positions = uses.map((name) => models[name].position);
    if (viewer === null && positions.length > 0) positions.push(lastPublic.position);
    const [first, ...others] = positions;
    return first === undefined
      ? undefined
      : String(others.reduce((least, each) => (each < least ? each : least), first));
  };
}

/** The header that tells a client up to which position a response has read. */
export const responsePosition = (position: string): RawHeaders => [positionHeaders.read, position];

/** The same for a page, whose scripts can read only this one of its headers. */
export const pagePosition = (position: string): RawHeaders => [
  ...responsePosition(position),
  'Server-Timing',
  `read;desc="${position}"`,
];
