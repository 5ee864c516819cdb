import { linkTo, type LinkTokens } from '../auth/link-tokens.ts';
import type { Account, Letter, RecordStore } from '#stores/record-store/index';
import { MailedDecision } from './decision-text.ts';
import { confirmLetter, decisionsLetter, resetLetter } from './letters.ts';
import type { Mail } from './mailer.ts';

/** A mail, and for whom. */
export interface Written {
  readonly mail: Mail;
  readonly address: string;
}

export interface WriterDeps {
  readonly records: Pick<RecordStore, 'accounts'>;
  readonly tokens: Pick<LinkTokens, 'issue'>;
  readonly publicOrigin: string;
}

/** Writes one mail from letters of one person and kind; undefined when nobody is to get one any more. */
export type WriteLetter = (letters: readonly Letter[]) => Promise<Written | undefined>;

/**
 * Links get their secret only now: nothing that opens an account lies in the outbox, and each attempt to send has the
 * whole time that a link works.
 */
export function createLetterWriter({ records, tokens, publicOrigin }: WriterDeps): WriteLetter {
  const link = async (kind: 'reset' | 'confirm', { id }: Account): Promise<string> =>
    linkTo(publicOrigin, kind, await tokens.issue(kind, id, true));

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

/** Mail about decisions goes to addresses that were confirmed, and where it is wanted. */
export const wantsDecisions = ({ emailVerified, notify }: Account): boolean =>
  emailVerified && notify !== 'off';

const accountOf = (
  { accounts }: WriterDeps['records'],
  { userId, content }: Letter,
): Promise<Account | undefined> => (userId === null ? accounts.byEmail(content) : accounts.byId(userId));

/** The last decision on each thing; none on one that was decided and taken back before anybody was told. */
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
