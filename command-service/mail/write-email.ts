import { linkTo, type LinkTokens } from '../account/link-tokens.ts';
import type { Account, OutboxEmail, RecordStore } from '#platform/record-store/index';
import { MailedDecision } from './decision-text.ts';
import { confirmEmail, decisionsEmail, resetEmail } from './emails.ts';
import type { Mail } from './mailer.ts';

/** A mail, and the address that it goes to. */
interface Written {
  readonly mail: Mail;
  readonly address: string;
}

export interface WriterDeps {
  readonly records: Pick<RecordStore, 'accounts'>;
  readonly tokens: Pick<LinkTokens, 'issue'>;
  readonly publicOrigin: string;
}

/** Writes one mail from emails of one person and kind; undefined when nobody should get it any more. */
export type WriteEmail = (emails: readonly OutboxEmail[]) => Promise<Written | undefined>;

/**
 * A link gets its secret only when the mail is written. So the outbox holds no secrets, and after each attempt the
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

/** Whether the person gets mail about decisions: the address must be confirmed, and the mail not turned off. */
export const wantsDecisions = ({ emailVerified, notify }: Account): boolean =>
  emailVerified && notify !== 'off';

const accountOf = (
  { accounts }: WriterDeps['records'],
  { userId, content }: OutboxEmail,
): Promise<Account | undefined> => (userId === null ? accounts.byEmail(content) : accounts.byId(userId));

/** The last decision on each item; none if it was made and taken back before any mail was sent. */
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
