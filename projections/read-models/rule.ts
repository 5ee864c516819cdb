import type { EventOf, EventType, Recorded } from '#contracts/events/index';

import type { Document, Index, ReadModelDeclaration, ReadModelReader } from '../read-store/port.ts';

export type EventOfType<T extends EventType> = Recorded<EventOf<T>>;

/** A document that a rule reads beside its own. */
export type Need = readonly [collection: string, id: string];

export interface Related {
  /** @throws when the rule did not name the document among its needs */
  get<D extends Document>(collection: string, id: string): D | undefined;
}

/**
 * What one type of event does to one document. Methods, not function fields: so a table of rules for its own
 * documents and events is also a table for any.
 */
export interface Rule<D extends Document, E extends Recorded = Recorded> {
  /** The one document that the event touches; undefined for none. */
  id(event: E): string | undefined;
  needs?(event: E): readonly Need[];
  /** The document after the event; the same object when nothing changes, undefined when there is none. */
  apply(document: D | undefined, event: E, related: Related): D | undefined;
  /** The document depends on the event alone: nothing is loaded first. */
  readonly fresh?: true;
  /** Collections whose members it must be counted anew from, whatever happens to them. */
  readonly recount?: readonly string[];
}

/** What one type of event does to many documents: those in which a field holds the value that the event names. */
export interface FanOut<D extends Document, E extends Recorded = Recorded> {
  readonly field: string;
  /** Undefined when this event touches none. */
  value(event: E): string | undefined;
  /** The order to page through them: what remains of an index that begins with the field. */
  readonly by: Index;
  needs?(document: D): readonly Need[];
  apply(document: D, event: E, related: Related): D;
  /** As in a rule. */
  readonly recount?: readonly string[];
}

export type Rules<D extends Document> = { readonly [T in EventType]?: Rule<D, EventOfType<T>> };
export type FanOuts<D extends Document> = { readonly [T in EventType]?: FanOut<D, EventOfType<T>> };

/** How a collection's documents come about. */
export interface CollectionRules<D extends Document> {
  readonly collection: string;
  readonly rules: Rules<D>;
  readonly fanOuts?: FanOuts<D>;
  /** The collection whose documents count these. */
  readonly countedBy?: string;
  /** Ids in `countedBy` that must count anew because a document changed; `before` is undefined for a new one. */
  counters?(before: D | undefined, after: D): readonly string[];
  /**
   * The same for a document that already held the event, or what an event did to its members, and of which it is not
   * known whether it was counted since: the run before this one was interrupted.
   */
  uncounted?(document: D, event?: Recorded): readonly string[];
  /** The documents, in their order, with what they hold of a collection counted anew; the same object if it is the same. */
  count?(documents: readonly D[], members: string, reader: ReadModelReader): Promise<readonly D[]>;
}

/**
 * A read model's rules. Per event, collections are taken in the order given, so that a rule sees what the event did
 * to the collections before its own.
 */
export interface ReadModel {
  readonly declaration: ReadModelDeclaration;
  readonly collections: ReadonlyArray<CollectionRules<Document>>;
  /** Events that it has no use for. A type that is neither here nor in a rule stops the model. */
  readonly ignores: readonly EventType[];
}
