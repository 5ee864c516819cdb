import type { Random } from './random.ts';

/** Kinds of ids that answers contain and later requests use. */
type Kind = 'city' | 'location' | 'photo' | 'person' | 'batch' | 'list' | 'session' | 'cursor' | 'name';

/** An edit is identified by its location and its own id. */
interface KnownEdit {
  readonly id: string;
  readonly locationId: string;
}

/** The reference to a queue item in a decision. */
export interface KnownItem {
  readonly kind: string;
  readonly id: string;
  readonly entityType: string;
  readonly entityId: string;
}

/** Ids from earlier responses, so that requests refer to entities that exist or existed. */
export interface Memory {
  add(kind: Kind, value: string): void;
  addEdit(edit: KnownEdit): void;
  addItem(item: KnownItem): void;
  one(kind: Kind, random: Random): string | undefined;
  oneEdit(random: Random): KnownEdit | undefined;
  oneItem(random: Random): KnownItem | undefined;
}

/** The number of ids kept of each kind: the newest, most of which still exist. */
const most = 60;

export function createMemory(): Memory {
  const known: Record<Kind, string[]> = {
    city: [],
    location: [],
    photo: [],
    person: [],
    batch: [],
    list: [],
    session: [],
    cursor: [],
    name: [],
  };
  const edits: KnownEdit[] = [];
  const items: KnownItem[] = [];
  return {
    add: (kind, value) => keep(known[kind], value),
    addEdit: (edit) => keep(edits, edit),
    addItem: (item) => keep(items, item),
    one: (kind, random) => random.pickAny(known[kind]),
    oneEdit: (random) => random.pickAny(edits),
    oneItem: (random) => random.pickAny(items),
  };
}

function keep<T>(list: T[], value: T): void {
  list.push(value);
  if (list.length > most) list.shift();
}
