import { useState, type ReactNode } from 'react';
import * as z from 'zod/mini';

import { Reasons } from '#contracts/moderation/team-api';
import type { QueueItem } from '#contracts/moderation/views';
import { limits } from '#contracts/shared/limits';

import { useApiForm } from '../../../lib/form/use-api-form.ts';
import { useRights } from '../../../lib/session.ts';
import { Form, FormButtons } from '../../../ui/api-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { VerdictLine } from '../desk/gone.tsx';
import { rejectQuestion, whatOf, wordsOf } from '../desk/kind-words.ts';
import { DetailLoading } from '../desk/parts.tsx';
import { keyOf } from '../desk/rows.ts';
import { useGetReasonsQuery, useSetReasonsMutation } from '../desk/team-api.ts';
import type { Review, ReviewDialogProps } from '../review/use-review.ts';
import { ReasonForm, type GivenReason } from './reason-form.tsx';

interface ReasonDialogProps extends ReviewDialogProps {
  readonly items: readonly QueueItem[];
  readonly preset: number | null;
}

/** Asks for one reason for all items. The typed text stays, even if others decide the items meanwhile. */
export function ReasonDialog({ review, items, preset, ...during }: ReasonDialogProps) {
  const { left } = review.queue.state;
  const [first] = items;
  const still = items.filter((item) => !left.has(keyOf(item)));
  const lost = items.filter((item) => left.has(keyOf(item)));
  if (first === undefined) return null;
  const { reject } = wordsOf(items);
  const send = ({ reason, duplicateOf }: GivenReason) => {
    void review
      .decide(still, { decision: 'reject', reason, ...(duplicateOf === null ? {} : { duplicateOf }) })
      .then((failed) => {
        if (failed.length > 0) keepDraft(failed, reason ?? '');
      });
  };
  return (
    <Dialog {...during} size="small" title={rejectQuestion(items)} description={aboutOf(items)}>
      {lost.length > 0 && <Lost lost={lost} review={review} goesOn={still.length === 0} />}
      <WithReasons>
        {(reasons) => (
          <ReasonForm
            key={items.map(keyOf).join()}
            kinds={items.map(({ kind }) => kind)}
            reasons={reasons}
            about={items.length === 1 ? first : null}
            preset={preset}
            draft={takeDraft(items)}
            disabled={still.length === 0}
            submitLabel={
              still.length < items.length && still.length > 0 ? `${reject} ${whatOf(still)}` : reject
            }
            onCancel={() => review.show(null)}
            onSubmit={send}
            goOn={still.length > 0 ? null : nextOf(review)}
          />
        )}
      </WithReasons>
    </Dialog>
  );
}

function nextOf(review: Review): { readonly name: string; readonly go: (text: string) => void } | null {
  const { chosen } = review;
  if (chosen === null) return null;
  return {
    name: chosen.name,
    go: (text) => {
      keepDraft([chosen], text);
      review.show({ is: 'reason', items: [chosen], preset: null });
    },
  };
}

interface LostProps {
  readonly lost: readonly QueueItem[];
  readonly review: Review;
  readonly goesOn: boolean;
}

/** Says which items others decided meanwhile, and how. */
function Lost({ lost, review, goesOn }: LostProps) {
  const { left } = review.queue.state;
  return (
    <div
      role="status"
      className="mb-4 flex flex-col rounded-md bg-pending-ground px-3.5 py-2.5 text-sm text-pending"
    >
      {lost.slice(0, 3).map((item) => {
        const gone = left.get(keyOf(item));
        return gone === undefined ? null : <VerdictLine key={keyOf(item)} item={item} gone={gone} />;
      })}
      {lost.length > 3 && <p>And {lost.length - 3} more.</p>}
      {goesOn && <p className="mt-1">What you typed is kept.</p>}
    </div>
  );
}

// Typed texts by item, for the next dialog: of refused decisions, and of dialogs whose items others decided.
const drafts = new Map<string, string>();
const draftsMost = 50;

function keepDraft(items: readonly QueueItem[], text: string): void {
  if (text === '') return;
  for (const item of items) drafts.set(keyOf(item), text);
  for (const key of [...drafts.keys()].slice(0, Math.max(drafts.size - draftsMost, 0))) drafts.delete(key);
}

const takeDraft = (items: readonly QueueItem[]): string =>
  items.map((item) => drafts.get(keyOf(item))).find((text) => text !== undefined) ?? '';

function aboutOf(items: readonly QueueItem[]): string {
  const kinds = new Set(items.map(({ kind }) => kind));
  if (kinds.size > 1) return 'Each as its kind goes: declined, removed, reverted or dismissed.';
  switch (items[0]?.kind) {
    case 'city':
      return 'Whoever sent it reads the reason. Locations that wait in it are declined too.';
    case 'photo':
      return 'It is removed, and whoever uploaded it reads the reason.';
    case 'change':
      return 'What was before comes back.';
    case 'report':
      return 'The reports are dismissed, and what they are about stays as it is.';
    default:
      return 'Whoever sent it reads the reason.';
  }
}

/**
 * Renders its children once the team's reasons are loaded, because a digit must only pick a reason that is shown. The
 * administrator can change the reasons here.
 */
function WithReasons({ children }: { readonly children: (reasons: readonly string[]) => ReactNode }) {
  const { isAdmin } = useRights();
  // Refetched, because no message reports that the administrator changed them.
  const { data, isError } = useGetReasonsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [isEdited, setEdited] = useState(false);
  if (data === undefined && !isError) return <DetailLoading failed={false} />;
  // If the reasons cannot be loaded, a reason can still be typed.
  const reasons = data?.reasons ?? [];
  if (isEdited) return <ReasonsEditor reasons={reasons} onDone={() => setEdited(false)} />;
  return (
    <>
      {children(reasons)}
      {isAdmin && data !== undefined && (
        <Button size="small" className="mt-4" onClick={() => setEdited(true)}>
          Change the reasons
        </Button>
      )}
    </>
  );
}

interface ReasonsEditorProps {
  readonly reasons: readonly string[];
  readonly onDone: () => void;
}

/** The lines of a text; a mistake in any of them is one of the text. */
const ReasonLines = z.object({
  reasons: z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      const reasons = text.split('\n').filter((line) => line.trim() !== '');
      const parsed = Reasons.safeParse({ reasons });
      if (parsed.success) return parsed.data.reasons;
      issues.push({ code: 'custom', input: text, message: parsed.error.issues[0]?.message });
      return z.NEVER;
    }),
  ),
});

/** A form that changes the team's reasons: one line for each digit. */
function ReasonsEditor({ reasons, onDone }: ReasonsEditorProps) {
  const [save] = useSetReasonsMutation();
  const form = useApiForm({
    schema: ReasonLines,
    defaultValues: { reasons: reasons.join('\n') },
    draft: 'reasons',
    send: save,
    onSent: onDone,
    failure: 'The reasons could not be saved.',
    failsInside: true,
  });
  return (
    <Form form={form}>
      <Field
        label="Reasons"
        error={form.formState.errors.reasons?.message}
        description="One on each line, nine at most. Every moderator finds them under these digits, in this order."
      >
        {(ids) => <TextArea {...ids} {...form.register('reasons')} rows={limits.reasons} />}
      </Field>
      <FormButtons form={form} submitLabel="Save the reasons" onCancel={onDone} />
    </Form>
  );
}
