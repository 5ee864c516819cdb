import { ArrowDown, ArrowUp, Printer, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { isDay } from '#contracts/light/queries';
import type { UpdateList } from '#contracts/list/commands';
import type { PlaceList } from '#contracts/list/views';
import type { Location } from '#contracts/location/views';
import { pathOf } from '#contracts/screens';
import { limits } from '#contracts/shared/limits';

import { draftKey, readDraft, removeDraft, writeDraft } from '../../lib/drafts.ts';
import { useFormOwner } from '../../lib/form/use-form-owner.ts';
import { isRefusal, reportFailure } from '../../lib/session-calls.ts';
import { toast } from '../../lib/toast.ts';
import { titleOf } from '../../lib/words.ts';
import { DraftLine } from '../../ui/api-form.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmCall } from '../../ui/confirm.tsx';
import { Field, TextArea, TextInput } from '../../ui/field.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { GpxButton } from '../../features/list/gpx-button.tsx';
import { useDeleteListMutation, useUpdateListMutation } from '../../features/list/list-api.ts';
import { LookAtPlaces } from '../parts/look-at-places.tsx';
import { dateText } from '../../lib/date-text.ts';
import { draftFrom, draftOf, keptOf, type ListDraft } from './list-draft.ts';
import { ListPlaces } from './list-places.tsx';
import { ShareList } from './share-list.tsx';

interface ListEditorProps {
  readonly list: PlaceList;
  readonly onReload: () => PromiseLike<{ readonly data?: PlaceList | undefined }>;
}

/**
 * Edits a list. The list is saved as a whole, but never overwrites a later save from another window. Unsaved changes
 * survive a reload.
 */
export function ListEditor({ list, onReload }: ListEditorProps) {
  const { id: owner } = useFormOwner();
  const key = owner === null ? null : draftKey(owner, `list ${list.id}`);
  const [found, setFound] = useState(() => (key === null ? null : readDraft(key)));
  const [saved, setSaved] = useState(() => draftOf(list));
  const [draft, setDraft] = useState(() => draftFrom(found, list) ?? saved);
  const [start] = useState(draft);
  useEffect(() => {
    // A found draft keeps its time until something else is changed.
    if (key === null || draft === start) return;
    if (draft === saved) removeDraft(key);
    else writeDraft(key, keptOf(draft));
  }, [key, draft, saved, start]);
  const [isOutdated, setOutdated] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const [update, { isLoading }] = useUpdateListMutation();
  const change = (changes: Partial<ListDraft>) => setDraft({ ...draft, ...changes });
  /** `sent`: the draft that the server accepted. Changes made since then stay. */
  const take = (now: PlaceList, sent?: ListDraft) => {
    const current = draftOf(now);
    setDraft((latest) =>
      sent === undefined || latest === sent ? current : { ...latest, revision: current.revision },
    );
    setSaved(current);
    setFound(null);
    setOutdated(false);
  };
  const send = async (changes: UpdateList): Promise<PlaceList | undefined> => {
    const response = await update({ id: list.id, ...changes, revision: draft.revision });
    if (response.data) return response.data;
    if (isRefusal(response.error, 'list-changed')) setOutdated(true);
    else reportFailure(response.error, 'The list could not be saved');
    return undefined;
  };
  const whole = (): UpdateList => ({
    name: draft.name,
    note: draft.note,
    date: draft.date === '' ? null : draft.date,
    places: draft.places.map(({ id }) => id),
  });
  const save = async () => {
    const now = await send(whole());
    if (now === undefined) return;
    take(now, draft);
    toast({ title: 'List saved' });
  };
  const reload = async () => {
    const { data } = await onReload();
    if (data === undefined) return;
    take(data);
    // The pressed button goes.
    title.current?.focus();
  };
  const share = async (shared: boolean) => {
    const now = await send({ ...whole(), shared });
    if (now) take(now, draft);
  };
  const isDirty = draft !== saved;
  return (
    <>
      <title>{titleOf(saved.name)}</title>
      <h1 ref={title} tabIndex={-1} dir="auto" className="mb-7 text-4xl outline-none">
        {saved.name}
      </h1>
      {isOutdated && <Outdated onReload={() => void reload()} />}
      {found && isDirty && (
        <div className="mb-7 max-w-2xl print:hidden">
          <DraftLine
            draft={found}
            onThrowAway={() => {
              setDraft(saved);
              setFound(null);
            }}
          />
        </div>
      )}
      {/* A form is not printed. */}
      <div className="mb-6 hidden print:block">
        {draft.date !== '' && <p>{dateText(draft.date)}</p>}
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {draft.note}
        </p>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
          <Field label="Name" required>
            {(ids) => (
              <TextInput
                {...ids}
                maxLength={limits.listName}
                value={draft.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Day">
            {(ids) => (
              <TextInput
                {...ids}
                type="date"
                value={draft.date}
                onChange={(event) => change({ date: event.target.value })}
              />
            )}
          </Field>
          <div className="sm:col-span-2">
            <Field label="Note">
              {(ids) => (
                <TextArea
                  {...ids}
                  maxLength={limits.listNote}
                  value={draft.note}
                  onChange={(event) => change({ note: event.target.value })}
                />
              )}
            </Field>
          </div>
        </div>
        <div className="mt-6 mb-9 flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={isLoading} disabled={!isDirty}>
            Save
          </Button>
          <GpxButton title={draft.name} places={draft.places} />
          <Button onClick={() => window.print()}>
            <Printer size={16} aria-hidden /> Print
          </Button>
          <DeleteList list={list} />
        </div>
      </form>
      <h2 id={placesId} tabIndex={-1} className="mb-4 text-2xl outline-none">
        Places
      </h2>
      <Places draft={draft} onChange={(places) => change({ places })} />
      <ShareList sharedId={list.sharedId} pending={isLoading} onShare={(shared) => void share(shared)} />
    </>
  );
}

function Outdated({ onReload }: { readonly onReload: () => void }) {
  return (
    <div
      role="alert"
      className="mb-7 flex max-w-2xl flex-wrap items-center gap-3 rounded-md bg-pending-ground px-4 py-3.5"
    >
      <p className="mr-auto text-md">
        This list was changed in another window. What you changed here is not saved.
      </p>
      <Button onClick={onReload}>Load theirs</Button>
    </div>
  );
}

const placesId = 'places-of-list';

interface PlacesProps {
  readonly draft: ListDraft;
  readonly onChange: (places: readonly Location[]) => void;
}

function Places({ draft: { places, date }, onChange }: PlacesProps) {
  if (places.length === 0)
    return (
      <EmptyState
        title="No places on it yet"
        text="Press 'Add to list' beside the heart of a place."
        action={<LookAtPlaces />}
      />
    );
  const move = (from: number, to: number, button: HTMLElement) => {
    if (to < 0 || to === places.length) return;
    const next = [...places];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
    // An element that moves in the document loses the focus.
    requestAnimationFrame(() => button.focus());
  };
  const remove = (id: string) => {
    onChange(places.filter((place) => place.id !== id));
    document.getElementById(placesId)?.focus();
  };
  return (
    <ListPlaces
      places={places}
      // While the year is being typed, the day is not whole.
      date={isDay(date) ? date : null}
      actions={({ id, name }, index) => (
        <>
          <IconButton
            label={`Move ${name} up`}
            aria-disabled={index === 0}
            className="aria-disabled:opacity-40"
            onClick={({ currentTarget }) => move(index, index - 1, currentTarget)}
          >
            <ArrowUp size={18} aria-hidden />
          </IconButton>
          <IconButton
            label={`Move ${name} down`}
            aria-disabled={index === places.length - 1}
            className="aria-disabled:opacity-40"
            onClick={({ currentTarget }) => move(index, index + 1, currentTarget)}
          >
            <ArrowDown size={18} aria-hidden />
          </IconButton>
          <IconButton label={`Remove ${name}`} onClick={() => remove(id)}>
            <X size={18} aria-hidden />
          </IconButton>
        </>
      )}
    />
  );
}

function DeleteList({ list: { id, name } }: { readonly list: PlaceList }) {
  const [open, setOpen] = useState(false);
  const [remove] = useDeleteListMutation();
  const navigate = useNavigate();
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trash2 size={16} aria-hidden /> Delete
      </Button>
      <ConfirmCall
        open={open}
        onOpenChange={setOpen}
        title="Delete this list?"
        description={`“${name}” is deleted for good; its places stay in the guide.`}
        confirmLabel="Delete list"
        call={() => remove(id)}
        failure="The list could not be deleted"
        success={() => ({ title: 'List deleted' })}
        onDone={() => void navigate(pathOf('lists'), { replace: true })}
      />
    </>
  );
}
