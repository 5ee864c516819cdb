import * as z from 'zod/mini';

/** A decision about something that a person sent in, as the mail describes it. */
export const MailedDecision = z.object({
  entityType: z.enum(['city', 'location', 'edit', 'photo', 'report']),
  /** Id of the item itself; for an edit, the edit's own id. */
  entityId: z.string(),
  status: z.string(),
  reason: z.nullable(z.string()),
  /** Name of the place or city that was sent in, or that the item is about. */
  name: z.string(),
  /** Path of the page that shows it; null when no page does any more. */
  path: z.nullable(z.string()),
});
export type MailedDecision = z.infer<typeof MailedDecision>;

const items: Readonly<Record<MailedDecision['entityType'], (name: string) => string>> = {
  city: (name) => name,
  location: (name) => name,
  edit: (name) => `Your edit of ${name}`,
  photo: (name) => `Your photo of ${name}`,
  report: (name) => `Your report about ${name}`,
};

const endings: Readonly<Record<string, string>> = {
  approved: 'was approved',
  rejected: 'was declined',
  deleted: 'was deleted',
  pending: 'waits for review again',
  upheld: 'was upheld',
  dismissed: 'was looked at, and nothing had to be changed',
  open: 'is open again',
};

/** The decision as one sentence, without a full stop. */
export function decisionText({ entityType, status, name }: MailedDecision): string {
  const isRemoved = entityType === 'photo' && status === 'rejected';
  return `${items[entityType](`“${name}”`)} ${isRemoved ? 'was removed' : (endings[status] ?? 'was decided')}`;
}

/** A sentence that says what the submitter may do now; null for nothing. */
export const nextStep = ({ entityType, status }: MailedDecision): string | null =>
  status === 'rejected' && (entityType === 'city' || entityType === 'location')
    ? 'You can change it and send it in again.'
    : null;
