import { useState } from 'react';

import { limits } from '#contracts/shared/limits';
import type { QueueItem } from '#contracts/moderation/views';

import { useDebounced } from '../../../lib/use-debounced.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { useListLocationsQuery } from '../../location/api.ts';

export interface NamedPlace {
  readonly id: string;
  readonly name: string;
}

interface DuplicateOfProps {
  readonly about: QueueItem;
  readonly chosen: NamedPlace | null;
  readonly onChoose: (place: NamedPlace | null) => void;
}

/** Finds the original of a duplicate; the submitter gets its link. */
export function DuplicateOf({ about, chosen, onChoose }: DuplicateOfProps) {
  const [typed, setTyped] = useState(chosen === null ? about.name : '');
  const search = useDebounced(typed.trim().slice(0, limits.search));
  const { data } = useListLocationsQuery({ search, limit: 6 }, { skip: search === '' });
  const found = (data?.items ?? []).filter(({ id }) => id !== about.entityId);
  const offered = new Map<string, string>();
  for (const { id, name } of [...(about.duplicates ?? []), ...(chosen ? [chosen] : [])])
    offered.set(id, name);
  if (search !== '') for (const { id, name, cityName } of found) offered.set(id, `${name}, ${cityName}`);
  return (
    <fieldset className="mb-4 flex flex-col gap-2">
      <legend className="mb-1 text-sm font-semibold">Which place is it?</legend>
      <Field label="Find the place" required>
        {({ id }) => (
          <TextInput
            id={id}
            type="search"
            value={typed}
            maxLength={limits.search}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {[...offered].map(([id, name]) => (
        <label
          key={id}
          className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm wrap-anywhere max-sm:min-h-11"
        >
          <input
            type="radio"
            name="duplicate-of"
            className="size-4.5 accent-accent"
            checked={chosen?.id === id}
            onChange={() => onChoose({ id, name })}
          />
          {name}
        </label>
      ))}
      {offered.size === 0 && <p className="text-sm text-soft">Nothing found by that name.</p>}
    </fieldset>
  );
}
