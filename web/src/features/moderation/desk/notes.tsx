import { useState } from 'react';

import type { CreateNote } from '#contracts/moderation/team-api';
import { limits } from '#contracts/shared/limits';

import { messageOf } from '../../../lib/session-calls.ts';
import { timeText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { useCreateNoteMutation, useListNotesQuery } from './team-api.ts';
import { useNow } from './use-now.ts';

interface NotesProps {
  readonly about: Omit<CreateNote, 'text'>;
}

/** What moderators noted about something, and a form for a further note. */
export function Notes({ about }: NotesProps) {
  const now = useNow();
  const { data, isError } = useListNotesQuery(about, { refetchOnMountOrArgChange: true });
  return (
    <section aria-label="Notes of the team" className="mt-5 border-t border-line pt-4 text-sm">
      <h3 className="mb-2 text-base">Notes of the team</h3>
      {isError && <p className="text-soft">The notes could not be loaded.</p>}
      <ul className="flex flex-col gap-2">
        {data?.map(({ id, text, by, createdAt }) => (
          <li key={id} className="rounded-md bg-sunk px-3.5 py-2.5">
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
            <p className="mt-1 text-soft">
              <bdi>{by.name}</bdi>, {timeText(createdAt, now)}
            </p>
          </li>
        ))}
      </ul>
      <NoteForm about={about} />
    </section>
  );
}

function NoteForm({ about }: NotesProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [create, { isLoading }] = useCreateNoteMutation();
  if (!isOpen)
    return (
      <Button size="small" className="mt-2" onClick={() => setOpen(true)}>
        Add a note
      </Button>
    );
  const send = async () => {
    const answer = await create({ ...about, text });
    if (answer.error !== undefined) return setError(messageOf(answer.error, 'The note could not be saved.'));
    setText('');
    setOpen(false);
  };
  return (
    <form
      className="mt-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label="Note" required error={error} description="Only moderators read it.">
        {(ids) => (
          <TextArea
            {...ids}
            autoFocus
            rows={2}
            value={text}
            maxLength={limits.note}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="mt-3 flex gap-2">
        <Button size="small" type="submit" pending={isLoading}>
          Save the note
        </Button>
        <Button size="small" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
