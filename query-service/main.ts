import { brand } from '#contracts/texts';

import { closingOnFailure } from '../closers.ts';
import { addQueryService, builtPages, surround } from '../compose.ts';
import { createFront, listen } from '../front.ts';
import { createHealth } from '../health.ts';
import { severalProcesses, runProcess } from '../run-process.ts';
import { openStores } from '../stores.ts';
import { createQuestionsOnly } from './http/questions-only.ts';

/** Bytes of answers that are kept ready. */
const cacheBytes = 64 * 1024 * 1024;

/** A query process, one of any number: every question, the live updates, the pages of the web client. */
runProcess(
  ({ config, logger, say }) =>
    closingOnFailure(async (closers) => {
      const stores = await openStores(config, logger, closers);
      const headAtStart = await stores.log.head();
      const surroundings = surround({ config, logger, stores, closers });
      const query = await addQueryService(surroundings, { pages: builtPages, cacheBytes });

      const health = createHealth({ readiness: () => query.ready(), headAtStart });
      const front = closers.add(
        createFront({
          command: createQuestionsOnly(surroundings.middleware),
          query: query.handler,
          health: () => health.report(),
          publicOrigin: config.publicOrigin,
        }),
      );
      query.attachLive(front.server);
      const origin = await listen(front.server, config);
      say(`\n${brand.name}'s query service is at ${origin}\n`);
      health.prepared();
      return {};
    }),
  severalProcesses({ port: 3002 }),
);
