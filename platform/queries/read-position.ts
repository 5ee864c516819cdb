import type { Viewer } from '#contracts/shared/parse';

import type { ModelFeed } from './model-feed.ts';

/** The position that an answer from these models, started now, includes at least: its X-Read-Position. */
export type ReadTo<Name extends string> = (uses: readonly Name[], viewer: Viewer) => string | undefined;

/** Position of the last public change, sent or not. A socket that opens later receives only later changes. */
export interface LastPublic {
  position: bigint;
}

/** Undefined for an answer from records alone. For visitors it reveals no event that they cannot see. */
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
