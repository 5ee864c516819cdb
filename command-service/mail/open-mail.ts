import type { Logger } from 'pino';

import { createLinkTokens } from '../account/link-tokens.ts';
import type { EventLog } from '#platform/event-log/index';
import type { RecordStore } from '#platform/record-store/index';
import { startFollowingDecisions, type DecisionLookups } from './follow-decisions.ts';
import { createMailer, type MailConfig } from './mailer.ts';
import { createPost } from './post.ts';
import type { Post } from '../account/auth-deps.ts';
import { createBell, startSending } from './send-emails.ts';
import { createEmailWriter } from './write-email.ts';

export interface MailDeps {
  readonly config: MailConfig;
  readonly log: EventLog;
  readonly records: RecordStore;
  readonly lookups: DecisionLookups;
  readonly publicOrigin: string;
  /** Whether the number of emails that people can request for an address is limited. */
  readonly isLimited: boolean;
  readonly clock: () => number;
  readonly logger: Logger;
}

/** Sends all email until it is disposed of: requested emails, and emails about decisions. */
export async function openMail(deps: MailDeps): Promise<AsyncDisposable & { readonly post: Post }> {
  const { config, records, publicOrigin, isLimited, clock, logger } = deps;
  const bell = createBell();
  const tokens = createLinkTokens(records, clock);
  const write = createEmailWriter({ records, tokens, publicOrigin });
  const mailer = await createMailer(config);
  const sending = startSending({ records, write, mailer, bell, clock, logger });
  const following = startFollowingDecisions(deps);
  return {
    post: createPost({ records, isLimited, clock, wake: bell.notify }),
    async [Symbol.asyncDispose]() {
      await following[Symbol.asyncDispose]();
      await sending[Symbol.asyncDispose]();
    },
  };
}
