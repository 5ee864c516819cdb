import { allowedMethods } from '#query-service/http/known-paths';

import { notFound, type Handler } from '#platform/gateway/gateway';

interface Services {
  /** Answers writes and sessions. Without it they get 404. */
  readonly command?: Handler | undefined;
  /** Answers everything else. */
  readonly query?: Handler | undefined;
}

/** Passes each request to the service that answers it. */
export const byService =
  ({ command = notFound, query = notFound }: Services): Handler =>
  (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    (isForCommand(request.method ?? 'GET', path) ? command : query)(request, response);
  };

/**
 * The command service answers known writes and all requests about signing in. The query service refuses unknown paths.
 */
function isForCommand(method: string, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && !path.startsWith('/auth/') && !/^\/api\/login\/?$/.test(path)) return false;
  return allowedMethods(path)?.includes(method) === true;
}
