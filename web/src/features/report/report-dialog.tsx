import * as z from 'zod/mini';
import { useWatch } from 'react-hook-form';

import type { Report } from '#contracts/report/api';
import { CreateReport } from '#contracts/report/commands';
import { reportReasons, type Reportable } from '#contracts/report/words';
import { limits } from '#contracts/shared/limits';

import { api } from '../../lib/api.ts';
import { useApiForm } from '../../lib/form/use-api-form.ts';
import { toast } from '../../lib/toast.ts';
import { Form, FormButtons } from '../../ui/api-form.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Dialog, type Openable } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { SignedInForm } from '../../ui/signed-in-form.tsx';
import { reasonTexts } from './reason-texts.ts';

const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    createReport: build.mutation<Report, CreateReport>({
      query: (body) => ({ url: '/api/reports', method: 'POST', body }),
      invalidatesTags: ['Submission'],
    }),
  }),
});

const { useCreateReportMutation } = reportApi;

export interface ReportDialogProps extends Openable {
  readonly entityType: Reportable;
  readonly entityId: string;
  readonly name: string;
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
      <SignedInForm required="Sign in to report it. You will be back here afterwards.">
        <ReportForm {...about} onClose={() => onOpenChange(false)} />
      </SignedInForm>
    </Dialog>
  );
}

type ReportFormProps = Pick<ReportDialogProps, 'entityType' | 'entityId'> & { readonly onClose: () => void };

const nothing = { reason: '', note: '' };
const Reasons = z.object({
  reason: z.enum(reportReasons, { error: 'Please say what is wrong.' }),
  note: CreateReport.shape.note,
});

function ReportForm({ onClose, ...about }: ReportFormProps) {
  const [create] = useCreateReportMutation();
  const form = useApiForm({
    schema: Reasons,
    defaultValues: nothing,
    draft: `report of ${about.entityType} ${about.entityId}`,
    send: (values) => create({ ...about, ...values }),
    failure: 'The report could not be sent. Please try again.',
    failsInside: true,
    onSent: () => {
      toast({ title: 'Thank you for the report', text: 'A moderator will look at it.' });
      onClose();
    },
  });
  const note = useWatch({ control: form.control, name: 'note' });
  const { errors } = form.formState;
  return (
    <Form form={form}>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">What is wrong?</legend>
        {reportReasons.map((each, index) => (
          <CheckBox
            key={each}
            isRadio
            className="py-2.5"
            label={reasonTexts[each]}
            {...(index === 0 && { 'data-autofocus': true })}
            value={each}
            {...form.register('reason')}
          />
        ))}
        <p role="alert" className="mt-1 text-sm font-medium text-no empty:hidden">
          {errors.reason?.message}
        </p>
      </fieldset>
      <Field
        label="What should we know?"
        error={errors.note?.message}
        description={`${note.length} of ${limits.reportNote} characters`}
      >
        {(ids) => <TextArea {...ids} rows={3} maxLength={limits.reportNote} {...form.register('note')} />}
      </Field>
      <FormButtons form={form} submitLabel="Send report" onCancel={onClose} />
    </Form>
  );
}
