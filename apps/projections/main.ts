import { parseEvent } from '#contracts/events';
import { brand } from '#contracts/shared/texts';

import { closingOnFailure } from '#platform/concurrency/closers';
import { createGateway, listen } from '#platform/gateway/gateway';
import { createHealth, stoppedInThisProcess } from '../health.ts';
import { severalProcesses, runProcess } from '../run-process.ts';
import { openServiceStores } from '../stores.ts';
import { readModels } from '#projections/read-models';
import { createProjections } from '#platform/projections/runner';

/**
 * A projections process. If there are several, each read model has one writer, and the others stand by. It answers
 * health requests only.
 */
runProcess(
  ({ config, logger, print }) =>
    closingOnFailure(async (closers) => {
      const { log, readStore } = await openServiceStores({ config, logger, closers, now: Date.now() });
      const headAtStart = await log.head();
      const projections = closers.add(
        await createProjections({ log, store: readStore, models: readModels, parse: parseEvent, logger }),
      );
      const health = createHealth({
        async readiness() {
          const [head] = await Promise.all([log.head(), readStore.ping()]);
          const models = projections.status();
          return { head, models: models.map((model) => ({ ...model, isAtHead: model.position >= head })) };
        },
        states: () => projections.status(),
        stopped: stoppedInThisProcess(() => projections.status()),
        headAtStart,
      });
      const gateway = closers.add(
        createGateway({
          health: () => health.report(),
          onError: (error) => logger.error({ err: error }, 'a connection was not accepted'),
        }),
      );
      const origin = await listen(gateway.server, config);
      print(`\n${brand.name}'s projections are at ${origin}\n`);
      health.prepared();
      return {};
    }),
  severalProcesses({ port: 3003 }),
);
