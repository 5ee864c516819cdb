import { email } from '#contracts/shared/fields';
import { personName } from '#contracts/account/person-names';

/** The server that sends mail, and the sender. */
export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  readonly url: string;
  readonly from: Sender;
}

interface Sender {
  /** Undefined for the product's name. */
  readonly name: string | undefined;
  readonly address: string;
}

/**
 * Reads `MAIL_URL` and `MAIL_FROM`, as in `smtps://user:password@mail.example` and `The Guide <guide@example.org>`.
 * Adds every mistake to `mistakes`, never with the password.
 */
export function readMail(
  { MAIL_URL: url, MAIL_FROM: from }: Readonly<Record<string, string | undefined>>,
  mistakes: string[],
): MailConfig | undefined {
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined) mistakes.push('MAIL_URL: must be set along with MAIL_FROM');
  else if (!isMailServer(url))
    mistakes.push('MAIL_URL: must be like smtp://host:587 or smtps://user:password@host');
  if (from === undefined) mistakes.push('MAIL_FROM: must be set along with MAIL_URL');
  const sender = from === undefined ? undefined : senderIn(from);
  if (from !== undefined && sender === undefined)
    mistakes.push('MAIL_FROM: must be an email address, or a name with one behind it in <>');
  return url === undefined || sender === undefined ? undefined : { url, from: sender };
}

function isMailServer(value: string): boolean {
  try {
    const url = new URL(value);
    // Throws if the user or password cannot be decoded.
    decodeURIComponent(url.username + url.password);
    const isPlace = url.hostname !== '' && (url.pathname === '' || url.pathname === '/');
    return /^smtps?:$/.test(url.protocol) && isPlace && url.hash === '' && url.search === '';
  } catch {
    return false;
  }
}

function senderIn(value: string): Sender | undefined {
  const [, before, inside] = /^([^<>]*?)\s*<([^<>]*)>$/.exec(value.trim()) ?? [];
  const address = email.safeParse(inside ?? value).data;
  const unquoted = before?.replace(/^"(.*)"$/, '$1') ?? '';
  const name = unquoted === '' ? undefined : personName('Name').safeParse(unquoted).data;
  if (address === undefined || (unquoted !== '' && name === undefined)) return undefined;
  return { name, address };
}
