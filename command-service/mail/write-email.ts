import * as z from 'zod/mini';

import { pathOf } from '#contracts/screens';
import type { Account, OutboxEmail, RecordStore } from '#platform/record-store/index';

import { linkTo, type LinkTokens } from '../account/link-tokens.ts';
import { layOut, type Part } from './layout.ts';
import type { Mail } from './mailer.ts';

/** An email and the address to which it is sent. */
interface Written {
  readonly mail: Mail;
  readonly address: string;
}

export interface WriterDeps {
  readonly records: Pick<RecordStore, 'accounts'>;
  readonly tokens: Pick<LinkTokens, 'issue'>;
  readonly publicOrigin: string;
}

/** Writes one email from outbox entries of one person and kind; undefined if nobody should get it any longer. */
export type WriteEmail = (emails: readonly OutboxEmail[]) => Promise<Written | undefined>;

/**
 * A link gets its secret only when the email is written. So the outbox holds no secrets, and after each attempt the
 * link works for its full time.
 */
export function createEmailWriter({ records, tokens, publicOrigin }: WriterDeps): WriteEmail {
  const link = async (kind: 'reset' | 'confirm', account: Account): Promise<string> =>
    linkTo(publicOrigin, kind, await tokens.issue(kind, account, true));

  return async (emails) => {
    const [email] = emails;
    if (email === undefined) return undefined;
    const account = await accountOf(records, email);
    if (account === undefined) return undefined;
    const { email: address } = account;
    switch (email.kind) {
      case 'reset':
        return { address, mail: resetEmail(publicOrigin, await link('reset', account)) };
      case 'confirm':
        if (account.emailVerified) return undefined;
        return { address, mail: confirmEmail(publicOrigin, await link('confirm', account)) };
      case 'decision': {
        const decisions = latestOf(emails);
        if (!wantsDecisions(account) || decisions.length === 0) return undefined;
        return { address, mail: decisionsEmail(publicOrigin, decisions) };
      }
    }
  };
}

/** Whether the person gets email about decisions: the address must be confirmed, and these emails not turned off. */
export const wantsDecisions = ({ emailVerified, notify }: Account): boolean =>
  emailVerified && notify !== 'off';

const accountOf = (
  { accounts }: WriterDeps['records'],
  { userId, content }: OutboxEmail,
): Promise<Account | undefined> => (userId === null ? accounts.byEmail(content) : accounts.byId(userId));

/** The last decision on each item; none if it was made and taken back before any email was sent. */
function latestOf(emails: readonly OutboxEmail[]): MailedDecision[] {
  const ofItem = new Map<string, { readonly decision: MailedDecision; readonly isFirst: boolean }>();
  for (const { content } of emails) {
    const decision = MailedDecision.parse(JSON.parse(content));
    const item = `${decision.entityType} ${decision.entityId}`;
    ofItem.set(item, { decision, isFirst: !ofItem.has(item) });
  }
  return [...ofItem.values()].flatMap(({ decision, isFirst }) =>
    !isFirst && (decision.status === 'pending' || decision.status === 'open') ? [] : [decision],
  );
}

/** A decision about something that a person sent in, as the email describes it. */
export const MailedDecision = z.object({
  entityType: z.enum(['city', 'location', 'edit', 'photo', 'report']),
  /** Id of the item itself; for an edit, the edit's own id. */
  entityId: z.string(),
  status: z.string(),
  reason: z.nullable(z.string()),
  /** Name of the place or city that was sent in, or to which the item belongs. */
  name: z.string(),
  /** Path of the page that shows it; null if no page shows it any longer. */
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
function decisionText({ entityType, status, name }: MailedDecision): string {
  const isRemoved = entityType === 'photo' && status === 'rejected';
  return `${items[entityType](`“${name}”`)} ${isRemoved ? 'was removed' : (endings[status] ?? 'was decided')}`;
}

/** A sentence that says what the submitter may do now; null if there is nothing. */
const nextStep = ({ entityType, status }: MailedDecision): string | null =>
  status === 'rejected' && (entityType === 'city' || entityType === 'location')
    ? 'You can change it and send it in again.'
    : null;

// Emails to unconfirmed addresses contain no text that a person has chosen. Otherwise somebody could sign up with
// another person's address and make us send them any text.

const resetEmail = (publicOrigin: string, link: string): Mail =>
  layOut({
    subject: 'Choose a new password',
    parts: [
      {
        heading: 'Choose a new password',
        text: 'Somebody asked for a new password for the account with this email address. The link works once, for 60 minutes.',
      },
      { link, label: 'Choose a new password' },
    ],
    footer: 'If it was not you, do nothing: your password stays as it is.',
    publicOrigin,
  });

const confirmEmail = (publicOrigin: string, link: string): Mail =>
  layOut({
    subject: 'Confirm your email address',
    parts: [
      {
        heading: 'Confirm your email address',
        text: 'Somebody signed up with this email address. Once it is confirmed, it can be used for mail about what you send in. The link works for 7 days, for whoever is signed in to that account or knows its password.',
      },
      { link, label: 'Confirm this address' },
    ],
    footer: 'If it was not you, do nothing: the address stays unconfirmed.',
    publicOrigin,
  });

/** How many decisions one email lists; further ones are only counted. */
const shownMost = 30;

/** The email about decisions on what a person sent in. `decisions` has at least one. */
function decisionsEmail(publicOrigin: string, decisions: readonly MailedDecision[]): Mail {
  const [first, ...others] = decisions;
  const subject =
    first !== undefined && others.length === 0
      ? decisionText(first)
      : `${decisions.length} decisions about what you sent in`;
  const more = decisions.length - shownMost;
  return layOut({
    subject,
    parts: [
      ...decisions.slice(0, shownMost).flatMap((decision) => partsOf(decision, publicOrigin)),
      ...(more > 0 ? [{ text: `And ${more} more.` }] : []),
      { link: publicOrigin + pathOf('submissions'), label: 'See all that you sent in' },
    ],
    footer: `You get this since your profile says so. Change it there: ${publicOrigin}${pathOf('profile')}`,
    publicOrigin,
  });
}

function partsOf(decision: MailedDecision, publicOrigin: string): Part[] {
  const { reason, path, status } = decision;
  const href = path === null || status === 'deleted' ? null : `${publicOrigin}${path}`;
  return [{ heading: `${decisionText(decision)}.`, href, text: nextStep(decision) ?? '', quote: reason }];
}
