import { ServerResponse, type IncomingMessage } from 'node:http';

import { commonHeaders } from '#platform/http/headers';

/** A response class that sets the headers of every answer to a request, including those of socket.io. */
export function responseWithHeaders(publicOrigin: string): typeof ServerResponse {
  const headers = Object.entries(commonHeaders(publicOrigin));
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(request: Request) {
      super(request);
      for (const [name, value] of headers) this.setHeader(name, value);
    }
  };
}
