import { brand } from '#contracts/shared/texts';

import { closingOnFailure } from '#platform/concurrency/closers';
import { addGateway, addQueryService, openServiceContext } from '../compose.ts';
import { listen } from '#platform/gateway/gateway';
import { severalProcesses, runProcess } from '../run-process.ts';
import { createReadOnlyHandler } from '#query-service/http/read-only';

/** A query process; there can be several. It serves all reads, the live updates and the pages of the web client. */
runProcess(
  ({ config, logger, print }) =>
    closingOnFailure(async (closers) => {
      const context = await openServiceContext({ config, logger, closers });
      const query = await addQueryService(context);

      const command = createReadOnlyHandler(context.middleware);
      const { server, live, prepared } = addGateway(context, { command, query });
      query.attachLive(live);
      const origin = await listen(server, config);
      print(`\n${brand.name}'s query service is at ${origin}\n`);
      prepared();
      return {};
    }),
  severalProcesses({ port: 3002 }),
);
