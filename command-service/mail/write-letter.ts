import { linkTo, type LinkTokens } from '../account/link-tokens.ts';
import type { Account, Letter, RecordStore } from '#platform/record-store/index';
import { MailedDecision } from './decision-text.ts';
import { confirmLetter, decisionsLetter, resetLetter } from './letters.ts';
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

/** Writes one mail from letters of one person and kind; undefined when nobody should get it any more. */
export type WriteLetter = (letters: readonly Letter[]) => Promise<Written | undefined>;

/**
 * A link gets its secret only when the mail is written. So the outbox holds no secrets, and after each attempt the
 * link works for its full time.
 */
export function createLetterWriter({ records, tokens, publicOrigin }: WriterDeps): WriteLetter {
  const link = async (kind: 'reset' | 'confirm', account: Account): Promise<string> =>
    linkTo(publicOrigin, kind, await tokens.issue(kind, account, true));

  return async (letters) => {
    const [letter] = letters;
    if (letter === undefined) return undefined;
    const account = await accountOf(records, letter);
    if (account === undefined) return undefined;
    const { email: address } = account;
    switch (letter.kind) {
      case 'reset':
        return { address, mail: resetLetter(publicOrigin, await link('reset', account)) };
      case 'confirm':
        if (account.emailVerified) return undefined;
        return { address, mail: confirmLetter(publicOrigin, await link('confirm', account)) };
      case 'decision': {
        const decisions = latestOf(letters);
        if (!wantsDecisions(account) || decisions.length === 0) return undefined;
        return { address, mail: decisionsLetter(publicOrigin, decisions) };
      }
    }
  };
}

/** Whether the person gets mail about decisions: the address must be confirmed, and the mail not turned off. */
export const wantsDecisions = ({ emailVerified, notify }: Account): boolean =>
  emailVerified && notify !== 'off';

const accountOf = (
  { accounts }: WriterDeps['records'],
  { userId, content }: Letter,
): Promise<Account | undefined> => (userId === null ? accounts.byEmail(content) : accounts.byId(userId));

/** The last decision on each thing; none if it was made and taken back before any mail was sent. */
function latestOf(letters: readonly Letter[]): MailedDecision[] {
  const ofThing = new Map<string, { readonly decision: MailedDecision; readonly isFirst: boolean }>();
  for (const { content } of letters) {
    const decision = MailedDecision.parse(JSON.parse(content));
    const thing = `${decision.entityType} ${decision.entityId}`;
    ofThing.set(thing, { decision, isFirst: !ofThing.has(thing) });
  }
  return [...ofThing.values()].flatMap(({ decision, isFirst }) =>
    !isFirst && (decision.status === 'pending' || decision.status === 'open') ? [] : [decision],
  );
}
