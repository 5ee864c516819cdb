import type { Viewer } from '#contracts/parse';

import type { LastPublic } from './live/public-changes.ts';
import type { ModelName, Models } from './models.ts';

/** The position that an answer from these models, started now, includes at least: its X-Read-Position. */
export type ReadTo = (uses: readonly ModelName[], viewer: Viewer) => string | undefined;

/** Undefined for an answer from records alone. For visitors it reveals no event that they cannot see. */
export function createReadTo(models: Models, lastPublic: LastPublic): ReadTo {
  return (uses, viewer) => {
    const positions = uses.map((name) => models[name].position);
    if (viewer === null && positions.length > 0) positions.push(lastPublic.position);
    const [first, ...others] = positions;
    return first === undefined
      ? undefined
      : String(others.reduce((least, each) => (each < least ? each : least), first));
  };
}
