import { useState } from 'react';

import { limits } from '#contracts/limits';
import { reportReasons, type Reportable, type ReportReason } from '#contracts/vocabulary';

import { isUnauthorized, messageOf, relogin } from '../../app/session-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.ts';
import { useCreateReportMutation } from './api.ts';
import { reasonTexts } from './reason-texts.ts';

export interface ReportDialogProps {
  readonly entityType: Reportable;
  readonly entityId: string;
  readonly name: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Sends a report, which only moderators see. */
export function ReportDialog({ name, open, onOpenChange, ...about }: ReportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={`Report ${name}`}
      description="Only the moderators read this. What becomes of it stands under My submissions."
    >
      <ReportForm {...about} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type ReportFormProps = Pick<ReportDialogProps, 'entityType' | 'entityId'> & { readonly onClose: () => void };

function ReportForm({ onClose, ...about }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [create, { isLoading }] = useCreateReportMutation();
  const send = async () => {
    if (isLoading) return;
    if (reason === null) return setError('Please say what is wrong.');
    const answer = await create({ ...about, reason, note: note.trim() === '' ? null : note });
    if (isUnauthorized(answer.error)) relogin();
    else if (answer.error)
      setError(messageOf(answer.error, 'The report could not be sent. Please try again.'));
    else {
      toast({ title: 'Thank you for the report', text: 'A moderator will look at it.' });
      onClose();
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className="mb-4">
        <legend className="mb-1.5 text-sm font-semibold">What is wrong?</legend>
        {reportReasons.map((each, index) => (
          <label key={each} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="reason"
              className="size-5 accent-accent"
              {...(index === 0 && { 'data-autofocus': true })}
              checked={reason === each}
              onChange={() => {
                setReason(each);
                setError(null);
              }}
            />
            {reasonTexts[each]}
          </label>
        ))}
      </fieldset>
      <Field label="What should we know?" description={`${note.length} of ${limits.reportNote} characters`}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={limits.reportNote}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <p role="alert" className="mt-2 text-sm font-medium text-no empty:hidden">
        {error}
      </p>
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isLoading}>
          Send report
        </Button>
      </div>
    </form>
  );
}
