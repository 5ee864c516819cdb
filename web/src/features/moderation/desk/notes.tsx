import { useState } from 'react';

import type { CreateNote } from '#contracts/moderation/team-api';
import type { QueueItem } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { messageOf } from '../../../lib/session-calls.ts';
import { timeText } from '../../../lib/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { useAskSecondOpinionMutation, useCreateNoteMutation, useListNotesQuery } from './team-api.ts';
import { useNow } from '../../../lib/use-now.ts';

interface NotesProps {
  readonly about: Omit<CreateNote, 'text'>;
  readonly title?: string;
  /** A waiting item for which the moderator can request a second opinion. `onAsked`: called once it is flagged. */
  readonly item?: Pick<QueueItem, 'kind' | 'id'>;
  readonly onAsked?: () => void;
}

/** The moderators' notes about an item or a person, and a form for a new note. */
export function Notes(props: NotesProps) {
  const { title = 'Notes of the team' } = props;
  const now = useNow();
  const { data, isError } = useListNotesQuery(props.about, { refetchOnMountOrArgChange: true });
  return (
    <section aria-label={title} className="mt-5 border-t border-line pt-4 text-sm">
      <h3 className="mb-2 text-base">{title}</h3>
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
      <NoteForms {...props} />
    </section>
  );
}

function NoteForms({ about, item, onAsked }: NotesProps) {
  const [open, setOpen] = useState<'note' | 'second-opinion' | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [create, creating] = useCreateNoteMutation();
  const [ask, asking] = useAskSecondOpinionMutation();
  if (open === null)
    return (
      <div className="mt-2 flex flex-wrap gap-2">
        {/* Gets the focus back when the form closes. */}
        <Button size="small" autoFocus={wasOpen} onClick={() => setOpen('note')}>
          Add a note
        </Button>
        {item !== undefined && (
          <Button size="small" onClick={() => setOpen('second-opinion')}>
            Ask for a second opinion
          </Button>
        )}
      </div>
    );
  const close = () => {
    setOpen(null);
    setWasOpen(true);
  };
  const send = async (text: string): Promise<string | undefined> => {
    const isAsked = open === 'second-opinion' && item !== undefined;
    const answer = isAsked
      ? await ask({ kind: item.kind, id: item.id, note: text })
      : await create({ ...about, text });
    if (answer.error !== undefined) return messageOf(answer.error, 'The note could not be saved.');
    close();
    if (isAsked) onAsked?.();
    return undefined;
  };
  return (
    <NoteForm
      label={open === 'note' ? 'Note' : 'Question to your colleagues'}
      submitLabel={open === 'note' ? 'Save the note' : 'Ask'}
      pending={creating.isLoading || asking.isLoading}
      onSend={send}
      onCancel={close}
    />
  );
}

interface NoteFormProps {
  readonly label: string;
  readonly submitLabel: string;
  readonly pending: boolean;
  /** Resolves to an error message, or undefined if the note was saved. */
  readonly onSend: (text: string) => Promise<string | undefined>;
  readonly onCancel: () => void;
}

function NoteForm({ label, submitLabel, pending, onSend, onCancel }: NoteFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      className="mt-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSend(text).then(setError);
      }}
    >
      <Field label={label} required error={error} description="Only moderators read it.">
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
        <Button size="small" type="submit" pending={pending}>
          {submitLabel}
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
