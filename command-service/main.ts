import { writerLease } from '#projections/leases';
import { places } from '#projections/read-store/index';

import { closingOnFailure } from '../closers.ts';
import { addCommandService, addFront, addQueryService, surround } from '../compose.ts';
import { listen } from '../front.ts';
import { prepare } from '../prepare.ts';
import { severalProcesses, runProcess } from '../run-process.ts';

/** Bytes of answers that are kept ready: few, since questions go to the query processes. */
const cacheBytes = 4 * 1024 * 1024;

/**
 * A command process, one of any number. It has the reading side in it, to answer with what a command left behind, and
 * so can answer every request; sockets alone are the query processes'.
 */
runProcess(
  ({ config, logger, say }) =>
    closingOnFailure(async (closers) => {
      const surroundings = await surround({ config, logger, closers });
      const query = await addQueryService(surroundings, { cacheBytes });
      const { command, renderer } = await addCommandService(surroundings, query);

      const { readStore } = surroundings.stores;
      // What its answers wait for. The other models' absence shows in some answers only, and is no reason to take none.
      const areWritten = () => readStore.isLeased(writerLease(places));
      const { server, prepared } = addFront(surroundings, { command: command.handler, query, areWritten });
      const origin = await listen(server, config);
      await prepare({ ...surroundings, command, renderer, origin, say });
      prepared();
      return {};
    }),
  severalProcesses({ port: 3001 }),
);
