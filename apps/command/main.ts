import { writerLease } from '#platform/projections/leases';
import { places } from '#contracts/read-models';

import { closingOnFailure } from '#platform/concurrency/closers';
import { addCommandService, addGateway, addQueryService, openServiceContext } from '../compose.ts';
import { listen } from '#platform/gateway/gateway';
import { createAdministratorCheck, prepare } from '../prepare.ts';
import { severalProcesses, runProcess } from '../run-process.ts';

/** Bytes for cached responses. Few, because the query processes answer most reads. */
const cacheBytes = 4 * 1024 * 1024;

/**
 * A command process; there can be several. It contains a query service for the responses to commands, and can therefore
 * answer every request. Only the query processes serve sockets.
 */
runProcess(
  ({ config, logger, print }) =>
    closingOnFailure(async (closers) => {
      const context = await openServiceContext({ config, logger, closers });
      const query = await addQueryService(context, { cacheBytes });
      const command = await addCommandService(context, query);

      const { readStore } = context.stores;
      // The responses to commands wait for this model. Without the others some reads are out of date, but commands
      // still work.
      const areWritten = () => readStore.isLeased(writerLease(places));
      const noAdministrator = createAdministratorCheck(context);
      const services = { command: command.handler, query, areWritten, noAdministrator };
      const { server, prepared } = addGateway(context, services);
      const origin = await listen(server, config);
      await prepare({ ...context, command, origin, print });
      prepared();
      return {};
    }),
  severalProcesses({ port: 3001 }),
);
