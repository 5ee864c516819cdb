import { createHash } from 'node:crypto';

import { brand } from '#contracts/shared/texts';

import type { MailConfig } from './mail-config.ts';

/** One mail to one address. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mailer {
  /** Sends a mail; fulfilled once the server has accepted it. `id`: the same for the same mail. @throws MailFailed */
  send(mail: Mail, to: { readonly address: string; readonly id: string }): Promise<void>;
}

/** The server did not accept a mail. Holds neither the address nor the server's answer, which may contain it. */
export class MailFailed extends Error {
  override readonly name = 'MailFailed';
  /** True when no mail to any address can be sent at present. */
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

/** Sends through the configured server, with a connection for each mail. Requires TLS for a password. */
export async function createMailer({ url, from }: MailConfig): Promise<Mailer> {
  // Loaded only when mail is set up.
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
