import { closingOnFailure } from '../closers.ts';
import { addCommandService, addQueryService, builtPages, surround } from '../compose.ts';
import { createFront, listen } from '../front.ts';
import { createHealth } from '../health.ts';
import { prepare } from '../prepare.ts';
import { severalProcesses, runProcess } from '../run-process.ts';
import { openStores } from '../stores.ts';

/** Bytes of answers that are kept ready: few, since questions go to the query processes. */
const cacheBytes = 4 * 1024 * 1024;

/**
 * A command process, one of any number. It has the reading side in it, to answer with what a command left behind, and
 * so can answer every request; sockets alone are the query processes'.
 */
runProcess(
  ({ config, logger, say }) =>
    closingOnFailure(async (closers) => {
      const stores = await openStores(config, logger, closers);
      const headAtStart = await stores.log.head();
      const surroundings = surround({ config, logger, stores, closers });
      const query = await addQueryService(surroundings, { pages: builtPages, cacheBytes });
      const { command, renderer } = await addCommandService(surroundings, query);

      const health = createHealth({ readiness: () => query.ready(), headAtStart });
      const front = closers.add(
        createFront({
          command: command.handler,
          query: query.handler,
          health: () => health.report(),
          publicOrigin: config.publicOrigin,
        }),
      );
      const origin = await listen(front.server, config);
      await prepare({ ...surroundings, command, renderer, logIsEmpty: headAtStart === 0n, origin, say });
      health.prepared();
      return {};
    }),
  severalProcesses({ port: 3001 }),
);
