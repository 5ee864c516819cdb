import { useState } from 'react';

import { AskSecondOpinion, type CreateNote } from '#contracts/moderation/team-api';
import type { QueueItem } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { useApiForm, type ApiFormOptions } from '../../../lib/form/use-api-form.ts';
import { timeText } from '../../../lib/words.ts';
import { Form, FormButtons } from '../../../ui/api-form.tsx';
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
      <h3 className="mb-2 text-base wrap-anywhere">{title}</h3>
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
  const [create] = useCreateNoteMutation();
  const [ask] = useAskSecondOpinionMutation();
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
  if (open === 'second-opinion' && item !== undefined)
    return (
      <NoteForm
        label="Question to your colleagues"
        submitLabel="Ask"
        draft={`question about ${item.kind} ${item.id}`}
        send={({ note }) => ask({ kind: item.kind, id: item.id, note })}
        onSent={() => {
          close();
          onAsked?.();
        }}
        onCancel={close}
      />
    );
  return (
    <NoteForm
      label="Note"
      submitLabel="Save the note"
      draft={`note about ${about.entityType} ${about.entityId}`}
      send={({ note }) => create({ ...about, text: note })}
      onSent={close}
      onCancel={close}
    />
  );
}

interface NoteFormProps extends Pick<ApiFormOptions<AskSecondOpinion, AskSecondOpinion, unknown>, 'send'> {
  readonly label: string;
  readonly submitLabel: string;
  readonly draft: string;
  readonly onSent: () => void;
  readonly onCancel: () => void;
}

function NoteForm({ label, submitLabel, onCancel, ...options }: NoteFormProps) {
  const form = useApiForm({
    ...options,
    schema: AskSecondOpinion,
    defaultValues: { note: '' },
    failure: 'The note could not be saved.',
    failsInside: true,
  });
  return (
    <Form form={form} className="mt-3">
      <Field
        label={label}
        required
        error={form.formState.errors.note?.message}
        description="Only moderators read it."
      >
        {(ids) => <TextArea {...ids} {...form.register('note')} autoFocus rows={2} maxLength={limits.note} />}
      </Field>
      <FormButtons form={form} submitLabel={submitLabel} onCancel={onCancel} />
    </Form>
  );
}
