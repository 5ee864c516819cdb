import { operations } from '#contracts/api';
import type { Report } from '#contracts/report/api';

import type { ServiceRouter } from '#platform/http/context';
import { respond, mountWrite, type RouteDeps } from '../shared/write-routes.ts';
import type { ReportCommands } from './commands.ts';

interface Deps extends RouteDeps {
  readonly commands: { readonly report: ReportCommands };
}

export function reportRoutes(router: ServiceRouter, deps: Deps): void {
  const { report } = deps.commands;
  mountWrite(router, deps, operations.createReport, async (ctx, { body }, context) => {
    const done = await report.create(body, context);
    // The list where the reporter finds the report.
    if (done.changed) ctx.set('Location', '/api/submissions');
    await respond(ctx, done.changed ? 201 : 200, done, async (id, _viewer, position): Promise<Report> => {
      await deps.views.reached(position);
      return { id, status: 'open' };
    });
  });
}
