import * as z from 'zod/mini';

import type { PlaceList } from '#contracts/list/views';
import type { Location } from '#contracts/location/views';

import type { Draft } from '../../lib/drafts.ts';

/** What somebody changes of a list. */
export interface ListDraft {
  readonly name: string;
  readonly note: string;
  readonly date: string;
  readonly places: readonly Location[];
  /** The revision of the list that the draft started from. */
  readonly revision: number;
}

export const draftOf = ({ name, note, date, places, revision }: PlaceList): ListDraft => ({
  name,
  note: note ?? '',
  date: date ?? '',
  places,
  revision,
});

const Kept = z.object({
  name: z.string(),
  note: z.string(),
  date: z.string(),
  /** Ids. */
  places: z.array(z.string()),
  revision: z.number(),
});

/** A draft as the browser stores it. */
export const keptOf = ({ places, ...rest }: ListDraft): Draft => ({
  at: new Date().toISOString(),
  values: { ...rest, places: places.map(({ id }) => id) },
  files: 0,
  notKept: [],
});

/** A stored draft of a list; null if it is none. */
export function draftFrom(kept: Draft | null, list: PlaceList): ListDraft | null {
  const { data } = Kept.safeParse(kept?.values);
  if (data === undefined) return null;
  return { ...data, places: data.places.flatMap((id) => list.places.find((place) => place.id === id) ?? []) };
}
