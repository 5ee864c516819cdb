import type { EventOf, EventType, Recorded } from '#contracts/events';
import type { Document } from '#platform/read-store/port';

import type * as engine from '#platform/projections/rule';

export type { Counting, FanOut, Need, Related } from '#platform/projections/rule';

export type EventOfType<T extends EventType> = Recorded<EventOf<T>>;

export type Rule<D extends Document, E extends Recorded = Recorded> = engine.Rule<D, E>;
export type Rules<D extends Document> = { readonly [T in EventType]?: Rule<D, EventOfType<T>> };
export type Named<D extends Document, E extends Recorded = Recorded> = engine.Named<D, E>;
export type NamedRules<D extends Document> = {
  readonly [T in EventType]?: engine.Named<D, EventOfType<T>>;
};
type FanOuts<D extends Document> = { readonly [T in EventType]?: engine.FanOut<D, EventOfType<T>> };

/** The engine's rules, with each event type's own content. */
export interface CollectionRules<D extends Document> extends engine.CollectionRules<D> {
  readonly rules: Rules<D>;
  readonly named?: NamedRules<D>;
  readonly fanOuts?: FanOuts<D>;
  readonly countedBy?: ReadonlyArray<CountedBy<D>>;
}
export interface CountedBy<D extends Document> extends engine.CountedBy<D> {
  uncounted(document: D, event?: Recorded): readonly string[];
}

/** A read model's rules: every event type of this guide has a rule, or is ignored. */
export interface ReadModel extends engine.ReadModel {
  readonly collections: ReadonlyArray<CollectionRules<Document>>;
  readonly ignores: readonly EventType[];
}
