import { useState } from 'react';

import { Reject } from '#contracts/commands/moderation';
import { limits } from '#contracts/limits';

import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { counted, nouns } from '../../ui/words.ts';
import { nameOf, type QueueItem } from './item.ts';

export interface RejectDialogProps {
  readonly items: readonly QueueItem[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onReject: (reason: string | null) => void;
  readonly focusFallback: () => HTMLElement | null;
}

/** Asks why, once for all of them; the reason may be left out. */
export function RejectDialog({ items, open, onOpenChange, onReject, focusFallback }: RejectDialogProps) {
  const [first] = items;
  const what =
    first === undefined
      ? ''
      : items.length === 1
        ? `${first.kind === 'edit' ? 'the edit of ' : ''}${nameOf(first)}`
        : counted(items.length, nouns[first.kind]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={`Reject ${what}?`}
      description={
        first?.kind === 'city'
          ? 'Whoever sent it reads the reason. Locations that wait in it are declined too.'
          : 'Whoever sent it reads the reason.'
      }
      focusFallback={focusFallback}
    >
      <ReasonForm onCancel={() => onOpenChange(false)} onReject={onReject} />
    </Dialog>
  );
}

interface ReasonFormProps {
  readonly onCancel: () => void;
  readonly onReject: (reason: string | null) => void;
}

function ReasonForm({ onCancel, onReject }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = () => {
    const parsed = Reject.safeParse({ reason });
    if (parsed.success) onReject(parsed.data.reason ?? null);
    else setError(parsed.error.issues[0]?.message);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Reason" error={error} description={`${reason.length} of ${limits.reason} characters`}>
        {(ids) => (
          <TextArea
            {...ids}
            data-autofocus
            value={reason}
            rows={3}
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
            }}
          />
        )}
      </Field>
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger">
          Reject
        </Button>
      </div>
    </form>
  );
}
