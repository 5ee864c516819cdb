import clsx from 'clsx';
import { useState, type KeyboardEvent } from 'react';

import { Reject } from '#contracts/moderation/commands';
import type { QueueItem } from '#contracts/moderation/views';
import { duplicateReason, fitsAll, type QueueKind } from '#contracts/moderation/words';
import { limits } from '#contracts/shared/limits';

import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Field, TextArea, TextInput } from '../../../ui/field.tsx';
import { useListLocationsQuery } from '../../location/api.ts';
import { Key } from '../desk/keys-help.tsx';

export interface GivenReason {
  readonly reason: string | null;
  readonly duplicateOf: string | null;
}

interface ReasonFormProps {
  readonly kinds: readonly QueueKind[];
  /** The texts that the digits from 1 pick. */
  readonly reasons: readonly string[];
  /** The item that is rejected; null for several items. */
  readonly about: QueueItem | null;
  /** The number of the reason to start with, from 1. */
  readonly preset: number | null;
  readonly draft: string;
  readonly disabled: boolean;
  readonly submitLabel: string;
  readonly onCancel: () => void;
  readonly onSubmit: (given: GivenReason) => void;
  /** Offered if nothing is left to reject: opens the dialog for the next item with the same text. */
  readonly goOn: { readonly name: string; readonly go: (text: string) => void } | null;
}

/**
 * A numbered or typed reason. A digit picks a reason only while the text is empty or is an unchanged picked reason;
 * otherwise it is typed as text.
 */
export function ReasonForm({ kinds, reasons, about, preset, draft, ...form }: ReasonFormProps) {
  // A digit means the same reason for every kind, so a reason that does not fit leaves its digit unused.
  const offered = new Map(
    reasons.flatMap((text, index) => (fitsAll(text, kinds) ? [[index + 1, text] as const] : [])),
  );
  const begun = preset === null ? undefined : offered.get(preset);
  const [picked, setPicked] = useState(begun ?? null);
  const [text, setText] = useState(draft === '' ? (begun ?? '') : draft);
  const [twin, setTwin] = useState<NamedPlace | null>(about?.duplicates[0] ?? null);
  const [error, setError] = useState<string | undefined>(undefined);
  const mayRepeat = about?.kind === 'location';
  const [repeats, setRepeats] = useState(begun === duplicateReason);

  const pick = (number: number) => {
    const reason = offered.get(number);
    if (reason === undefined) return;
    setPicked(reason);
    setText(reason);
    setRepeats(reason === duplicateReason);
    setError(undefined);
  };
  const submit = () => {
    if (form.disabled) return;
    const parsed = Reject.safeParse({ reason: text });
    if (!parsed.success) setError(parsed.error.issues[0]?.message);
    else
      form.onSubmit({
        reason: parsed.data.reason ?? null,
        duplicateOf: mayRepeat && repeats ? (twin?.id ?? null) : null,
      });
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter') submit();
      return;
    }
    const types = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    const isFree =
      !types || (event.target instanceof HTMLTextAreaElement && (text === '' || text === picked));
    if (!/^[1-9]$/.test(event.key) || event.altKey || !isFree) return;
    event.preventDefault();
    pick(Number(event.key));
  };
  return (
    <form
      noValidate
      onKeyDown={pressed}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {offered.size > 0 && (
        <ol aria-label="By number" className="mb-4 flex flex-col gap-1">
          {[...offered].map(([number, reason]) => (
            <li key={number}>
              <button
                type="button"
                aria-pressed={picked === reason}
                onClick={() => pick(number)}
                className={clsx(
                  'inline-flex min-h-9 max-w-full items-center gap-2 rounded-md border px-3 py-1.5 text-left text-sm max-sm:min-h-11',
                  picked === reason ? 'border-ink bg-ink text-paper' : 'border-outline hover:bg-sunk',
                )}
              >
                <Key>{number}</Key>
                <span dir="auto" className="line-clamp-2 wrap-anywhere">
                  {reason}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      {mayRepeat && (
        <CheckBox
          className="mb-4"
          label="It repeats another place"
          checked={repeats}
          onChange={(event) => setRepeats(event.target.checked)}
        />
      )}
      {mayRepeat && repeats && <DuplicateOf about={about} chosen={twin} onChoose={setTwin} />}
      <Field label="Reason" error={error} description={`${text.length} of ${limits.reason} characters`}>
        {(ids) => (
          <TextArea
            {...ids}
            data-autofocus
            value={text}
            rows={3}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={form.onCancel}>Cancel</Button>
        {form.goOn !== null ? (
          <Button variant="primary" onClick={() => form.goOn?.go(text)}>
            Go on with {form.goOn.name}
          </Button>
        ) : (
          <Button type="submit" variant="danger" disabled={form.disabled}>
            {form.submitLabel}
          </Button>
        )}
      </div>
    </form>
  );
}

interface NamedPlace {
  readonly id: string;
  readonly name: string;
}

interface DuplicateOfProps {
  readonly about: QueueItem;
  readonly chosen: NamedPlace | null;
  readonly onChoose: (place: NamedPlace | null) => void;
}

/** A search for the original of a duplicate; the submitter gets a link to it. */
function DuplicateOf({ about, chosen, onChoose }: DuplicateOfProps) {
  const [typed, setTyped] = useState(chosen === null ? about.name : '');
  const search = useDebounced(typed.trim().slice(0, limits.search));
  const { data } = useListLocationsQuery({ search, limit: 6 }, { skip: search === '' });
  const found = (data?.items ?? []).filter(({ id }) => id !== about.entityId);
  const offered = new Map<string, string>();
  for (const { id, name } of [...about.duplicates, ...(chosen ? [chosen] : [])]) offered.set(id, name);
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
        <CheckBox
          key={id}
          isRadio
          name="duplicate-of"
          label={name}
          checked={chosen?.id === id}
          onChange={() => onChoose({ id, name })}
        />
      ))}
      {offered.size === 0 && <p className="text-sm text-soft">Nothing found by that name.</p>}
    </fieldset>
  );
}
