import type { RecordedEvent } from '#contracts/shared/recorded-event';

import type {
  Document,
  Filter,
  Index,
  ReadModelDeclaration,
  ReadModelReader,
} from '#platform/read-store/port';

/** A document that a rule reads in addition to its own. */
export type Need = readonly [collection: string, id: string];

export interface Related {
  /** @throws when the rule did not name the document among its needs */
  get<D extends Document>(collection: string, id: string): D | undefined;
  /** Whether the stored document already contains the event, because a run was interrupted. Same needs as `get`. */
  isAhead(collection: string, id: string, event: RecordedEvent): boolean;
}

/**
 * What one type of event does to one document. The members are methods instead of function-typed fields, so that a
 * table of rules for specific documents and events can be used as a table for any.
 */
export interface Rule<D extends Document, E extends RecordedEvent = RecordedEvent> {
  /** The id of the one affected document; undefined for none. */
  id(event: E): string | undefined;
  needs?(event: E): readonly Need[];
  /** The document after the event: the same object when nothing changes, undefined when it is removed. */
  apply(document: D | undefined, event: E, related: Related): D | undefined;
  /** The document depends only on the event: nothing is loaded first. */
  readonly fresh?: true;
  /** Collections from whose members the document must be recounted after the event. */
  readonly recount?: readonly string[];
}

/** What one type of event does to documents that the event, or documents related to it, name. */
export interface Named<D extends Document, E extends RecordedEvent = RecordedEvent> {
  ids(event: E, related: Related): readonly string[];
  apply(document: D, event: E, related: Related): D;
  /** Collections from whose members the documents must be recounted after the event. */
  readonly recount?: readonly string[];
}

/** What one type of event does to all documents in which a field has one of the event's values. */
export interface FanOut<D extends Document, E extends RecordedEvent = RecordedEvent> {
  readonly field: string;
  /** Empty when this event affects none. */
  values(event: E, related: Related): readonly string[];
  /** Further conditions on these documents, served by the same index. */
  where?(event: E, related: Related): Filter;
  /** The order of the pages: the rest of an index that starts with the field. */
  readonly by: Index;
  needs?(document: D): readonly Need[];
  apply(document: D, event: E, related: Related): D;
  /**
   * Further documents of the collection that the event changes with each found document. They may be new. An
   * interrupted run may have stored the found document already, so derive them only from fields of it that the event
   * does not change.
   */
  readonly partners?: Partners<D, E>;
}

interface Partners<D extends Document, E extends RecordedEvent> {
  ids(found: D, event: E, related: Related): readonly string[];
  apply(partner: D | undefined, id: string, found: D, event: E): D | undefined;
}

/** By event type. */
type Rules<D extends Document> = Readonly<Record<string, Rule<D> | undefined>>;
type NamedRules<D extends Document> = Readonly<Record<string, Named<D> | undefined>>;
type FanOuts<D extends Document> = Readonly<Record<string, FanOut<D> | undefined>>;

/** How a collection's documents are made. */
export interface CollectionRules<D extends Document> {
  readonly collection: string;
  readonly rules: Rules<D>;
  /** They apply after the rules of all collections, and before the fan-outs. */
  readonly named?: NamedRules<D>;
  readonly fanOuts?: FanOuts<D>;
  /** Documents that the rules read and that only the stored document names. They are loaded together with it. */
  relatives?(document: D): readonly Need[];
  /**
   * Whether everybody can see the change: the document is public, or was until now, and shows something different.
   * Without this function, changes are not public.
   */
  isShown?(before: D | undefined, after: D): boolean;
  /** The collections whose documents count these. */
  readonly countedBy?: ReadonlyArray<CountedBy<D>>;
  /** The documents in order, with their `members` recounted. A document is the same object when nothing changed. */
  count?(documents: readonly D[], members: string, reader: ReadModelReader): Promise<readonly D[]>;
}

/** How the documents of one collection count those of another. The members are methods for the same reason as in Rule. */
export interface CountedBy<D extends Document> {
  readonly collection: string;
  /** How each change of a document changes the numbers. */
  readonly counting?: Counting<D>;
  /**
   * Used instead of `counting` for numbers that are recounted after a change. Gives the ids in the collection that must
   * recount. `before` is undefined for a new document.
   */
  counters?(before: D | undefined, after: D): readonly string[];
  /**
   * Ids in the collection that must recount because a document already contained the event. The previous run was
   * interrupted then, and it is unknown whether the document was counted.
   */
  uncounted(document: D, event?: RecordedEvent): readonly string[];
}

export interface Counting<D extends Document, P extends Document = Document> {
  /** The id of the document that counts this one; undefined for none. */
  counterOf(document: D): string | undefined;
  /**
   * The counter after a member has changed. `before` is undefined for a new member, `after` for one that has left.
   */
  change(counter: P, before: D | undefined, after: D | undefined): P;
}

/**
 * A read model's rules. For each event, the collections are processed in the given order, so that a rule sees the
 * event's effect on the collections before its own.
 */
export interface ReadModel {
  readonly declaration: ReadModelDeclaration;
  readonly collections: ReadonlyArray<CollectionRules<Document>>;
  /** Event types that the model does not use. A type without a rule that is not listed here stops the model. */
  readonly ignores: readonly string[];
}
