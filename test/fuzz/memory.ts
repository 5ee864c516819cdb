import type { Random } from './random.ts';

/** Kinds of things that answers name and later requests ask for. */
export type Kind = 'city' | 'location' | 'photo' | 'session' | 'cursor' | 'name';

/** An edit is found by its location and its own id. */
export interface KnownEdit {
  readonly id: string;
  readonly locationId: string;
}

/** What the run has seen so far, so that requests are about things that exist, or once did. */
export interface Memory {
  add(kind: Kind, value: string): void;
  addEdit(edit: KnownEdit): void;
  one(kind: Kind, random: Random): string | undefined;
  oneEdit(random: Random): KnownEdit | undefined;
}

/** So many of each: the newest, most of which are still there. */
const most = 60;

export function createMemory(): Memory {
  const known: Record<Kind, string[]> = {
    city: [],
    location: [],
    photo: [],
    session: [],
    cursor: [],
    name: [],
  };
  const edits: KnownEdit[] = [];
  return {
    add: (kind, value) => keep(known[kind], value),
    addEdit: (edit) => keep(edits, edit),
    one: (kind, random) => random.pickAny(known[kind]),
    oneEdit: (random) => random.pickAny(edits),
  };
}

function keep<T>(list: T[], value: T): void {
  list.push(value);
  if (list.length > most) list.shift();
}
