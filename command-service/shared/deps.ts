import type { Operation } from '#contracts/shared/operation';
import type { Parsed } from '#contracts/shared/parse';

import { smallBody } from '#platform/http/body';
import type { RequestContext, RequestMiddleware } from '#platform/http/context';
import type { ServiceRouter } from '#platform/http/route';
import { mount } from '#platform/http/route';
import type { CommandContext } from '#platform/commands/handle-command';
import type { Uploads } from '#platform/uploads/uploads';
import type { Views } from './views.ts';
import { commandContext } from './answer.ts';

/** What every subject's routes need. */
export interface RouteDeps {
  /** Position of the log's last event. */
  readonly head: () => Promise<bigint>;
  readonly views: Views;
  readonly clock: () => number;
  /** Refuses while a read model has stopped. */
  readonly refuseWhenStopped: RequestMiddleware;
  readonly writeLimit: RequestMiddleware;
  readonly idempotency: RequestMiddleware;
  readonly uploads: Pick<Uploads, 'body'>;
}

/** Adds a write operation to the router, with the middleware that every write needs. */
export function mountWrite<O extends Operation>(
  router: ServiceRouter,
  deps: RouteDeps,
  operation: O,
  handler: (ctx: RequestContext, input: Parsed<O>, context: CommandContext) => Promise<void>,
  body: RequestMiddleware = smallBody,
): void {
  mount(router, operation, [deps.writeLimit, deps.refuseWhenStopped, body, deps.idempotency], (ctx, input) =>
    handler(ctx, input, commandContext(ctx, deps.clock())),
  );
}
