import type { Account, CredentialChange, Credentials } from './account-port.ts';

/** The fields of an account after a change of its credentials. */
export function changedBy(
  { version, sessionsFrom, linksFrom }: Credentials,
  { ends, ...changes }: CredentialChange,
): Omit<CredentialChange, 'ends'> & Pick<Account, 'credentials'> {
  const next = version + 1;
  const credentials = {
    version: next,
    sessionsFrom: ends === 'nothing' ? sessionsFrom : next,
    linksFrom: ends === 'sessions-and-links' ? next : linksFrom,
  };
  return { ...changes, credentials };
}

/** Whether a session began with credentials that have not ended. Those of earlier releases have no version. */
export const isCurrent = (
  { sess }: { readonly sess: { readonly version?: number } },
  { credentials }: Pick<Account, 'credentials'>,
): boolean => (sess.version ?? 0) >= credentials.sessionsFrom;
