import type { CollectionRules, FanOut, Named, ReadModel, Rule } from './rule.ts';
import type { Document, ReadModelDeclaration } from '#platform/read-store/port';

export type Collection = CollectionRules<Document>;

export interface Step {
  readonly collection: Collection;
  readonly rule: Rule<Document>;
}
export interface NamedStep {
  readonly collection: Collection;
  readonly named: Named<Document>;
}
export interface FanOutStep {
  readonly collection: Collection;
  readonly fanOut: FanOut<Document>;
}
/** How a read model handles events of one type. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly named: readonly NamedStep[];
  readonly fanOuts: readonly FanOutStep[];
}

export interface CompiledModel {
  readonly declaration: ReadModelDeclaration;
  /** @throws UnknownEvent for a type that the model neither has a rule for nor ignores */
  plan(type: string): Plan;
  /** Collections that count others come after those that they count, and those that are written last come last. */
  readonly collections: readonly Collection[];
  collection(name: string): Collection;
  /** Whether the store writes the collection before or after others. */
  written(collection: string): 'first' | 'last' | undefined;
}

export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
}

/** Turns the model's rules, grouped by collection, into plans grouped by event type. */
export function compile(model: ReadModel): CompiledModel {
  const { declaration, collections } = model;
  const plans = new Map<string, { steps: Step[]; named: NamedStep[]; fanOuts: FanOutStep[] }>();
  const planOf = (type: string) => {
    const plan = plans.get(type) ?? { steps: [], named: [], fanOuts: [] };
    plans.set(type, plan);
    return plan;
  };
  for (const collection of collections) {
    for (const [type, rule] of Object.entries(collection.rules)) {
      // The cast: the tables are typed per event, and a rule picked by an event's type gets only events of that type.
      planOf(type).steps.push({ collection, rule: rule as Rule<Document> });
    }
    for (const [type, named] of Object.entries(collection.named ?? {})) {
      planOf(type).named.push({ collection, named: named as Named<Document> });
    }
    for (const [type, fanOut] of Object.entries(collection.fanOuts ?? {})) {
      planOf(type).fanOuts.push({ collection, fanOut: fanOut as FanOut<Document> });
    }
  }
  for (const type of model.ignores) planOf(type);

  const written = new Map(declaration.collections.map((each) => [each.name, each.written]));
  const byName = new Map(collections.map((collection) => [collection.collection, collection]));
  return {
    declaration,
    plan(type) {
      const plan = plans.get(type);
      if (plan === undefined)
        throw new UnknownEvent(`Read model ${declaration.name} has no rule for ${type}`);
      return plan;
    },
    collections: inOrderOfWrites(collections, (name) => written.get(name) === 'last'),
    written: (name) => written.get(name),
    collection(name) {
      const collection = byName.get(name);
      if (collection === undefined)
        throw new Error(`Read model ${declaration.name} has no collection ${name}`);
      return collection;
    },
  };
}

function inOrderOfWrites(
  collections: readonly Collection[],
  isLast: (name: string) => boolean,
): Collection[] {
  const levelOf = (name: string): number => {
    if (isLast(name)) return collections.length;
    const members = collections.filter(({ countedBy = [] }) =>
      countedBy.some(({ collection }) => collection === name),
    );
    return 1 + Math.max(-1, ...members.map((member) => levelOf(member.collection)));
  };
  return [...collections].sort((one, other) => levelOf(one.collection) - levelOf(other.collection));
}
