import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Header names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

export interface TestMailServer extends AsyncDisposable {
  /** For MAIL_URL. */
  readonly url: string;
  readonly port: number;
  /** All mails received so far. */
  readonly received: readonly Received[];
  /** The number of connections so far. */
  readonly connections: () => number;
  /** The first mail that matches, now or later. */
  next(wanted: (mail: Received) => boolean): Promise<Received>;
  /** Refuses every mail with this response until it is undefined again. */
  refuse(code: number | undefined): void;
}

/** A real SMTP server on this machine, optionally with a password, on a free port or the given one. */
export async function startMailServer({
  port = 0,
  user,
}: {
  readonly port?: number;
  readonly user?: { readonly name: string; readonly password: string };
} = {}): Promise<TestMailServer> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let refusing: number | undefined;
  let connections = 0;
  const refusal = () =>
    refusing === undefined ? null : Object.assign(new Error('Not now'), { responseCode: refusing });
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === user?.name && password === user?.password
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
    onRcptTo: (_address, _session, done) => done(refusal()),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          ...parse(Buffer.concat(chunks).toString('utf8')),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        });
        done();
        for (const look of waiting) look();
      });
    },
  });
  // The tests ignore clients that disconnect in the middle.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port');
  const account =
    user === undefined ? '' : `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@`;
  return {
    url: `smtp://${account}127.0.0.1:${address.port}`,
    port: address.port,
    received,
    connections: () => connections,
    next: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = received.find(wanted);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    refuse: (code) => {
      refusing = code;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Parsed = Omit<Received, 'from' | 'to'>;

function parse(raw: string): Parsed {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(split);
  const ofType = (type: string): string => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type));
    return part === undefined ? '' : decoded(part).replaceAll('\r\n', '\n');
  };
  return {
    raw,
    headers,
    subject: decodedWords(headers.get('subject') ?? ''),
    text: ofType('text/plain'),
    html: ofType('text/html'),
  };
}

interface Entity {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function split(text: string): Entity {
  const [head = '', ...rest] = text.replace(/^\r\n/, '').split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return {
    headers: new Map(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  };
}

function decoded({ headers, body }: Entity): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? fromQuotedPrintable(body.replaceAll('=\r\n', '')) : body;
}

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const decodedWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    );
