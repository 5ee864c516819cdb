import { ServerResponse, type IncomingMessage } from 'node:http';

/** Headers of every answer of the port, also to a malformed request. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

/** A response class that sets the headers of every answer to a request, including those of socket.io. */
export function responseWithHeaders(publicOrigin: string): typeof ServerResponse {
  const headers = Object.entries({
    ...commonHeaders,
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
