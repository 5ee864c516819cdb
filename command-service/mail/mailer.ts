import { createHash } from 'node:crypto';

import { personName } from '#contracts/account/person-names';
import { email } from '#contracts/shared/fields';
import { brand } from '#contracts/shared/texts';

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

/** One email to one address. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /**
   * Sends an email; fulfilled once the server has accepted it. `id`: the same for the same email. @throws MailFailed
   */
  send(mail: Mail, to: { readonly address: string; readonly id: string }): Promise<void>;
}

/** The server did not accept an email. Contains neither the address nor the server's response, which may contain it. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  /** True if no email to any address can be sent at present. */
  readonly isServerAway: boolean;

  constructor(code: string, response: number | undefined) {
    super(`The mail server did not take a mail: ${code}${response === undefined ? '' : ` ${response}`}`);
    this.isServerAway = !['EENVELOPE', 'EMESSAGE'].includes(code);
  }
}

/** Time limits (milliseconds) for each step of a connection. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Sends through the configured server, with a connection for each email. Requires TLS for a password. */
export async function createMailer({ url, from }: MailConfig): Promise<Mailer> {
  // Loaded only if email is configured.
  const { createTransport } = await import('nodemailer');
  const { username, hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const transport = createTransport({
    url,
    requireTLS: username !== '' && !isHere,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...patience,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);

  return {
    async send(mail, { address, id }) {
      const messageId = `<${createHash('sha256').update(id).digest('hex').slice(0, 40)}@${domain}>`;
      try {
        await transport.sendMail({
          ...mail,
          from: { name: from.name ?? brand.name, address: from.address },
          to: { name: '', address },
          messageId,
          // Keeps automatic replies, such as holiday notices, from answering.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function failureOf(error: unknown): MailFailed {
  if (!(error instanceof Error)) return new MailFailed('EUNKNOWN', undefined);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN';
  const response =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined;
  return new MailFailed(code, response);
}
