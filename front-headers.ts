import { ServerResponse, type IncomingMessage } from 'node:http';

/** On every answer of the port, to what cannot be read as a request too. */
export const everyAnswer: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/** What every answer to a request carries, whoever writes it, sockets' included. */
export function guardedResponse(publicOrigin: string): typeof ServerResponse {
  const headers = Object.entries({
    ...everyAnswer,
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(publicOrigin.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  });
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(request: Request) {
      super(request);
      for (const [name, value] of headers) this.setHeader(name, value);
    }
  };
}
