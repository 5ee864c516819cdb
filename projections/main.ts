import { brand } from '#contracts/texts';

import { closingOnFailure } from '../closers.ts';
import { createFront, listen } from '../front.ts';
import { createHealth } from '../health.ts';
import { severalProcesses, runProcess } from '../run-process.ts';
import { openLogAndReadStore, toldTo } from '../stores.ts';
import { readModels } from './read-models/all.ts';
import { createProjections } from './runner.ts';

/** The projections alone. Of several such processes one writes, the others stand by. They answer for their health only. */
runProcess(
  ({ config, logger, say }) =>
    closingOnFailure(async (closers) => {
      const { log, readStore } = await openLogAndReadStore(config, toldTo(logger), closers);
      const headAtStart = await log.head();
      const projections = closers.add(
        await createProjections({ log, store: readStore, models: readModels, logger }),
      );
      const health = createHealth({
        async readiness() {
          const [head] = await Promise.all([log.head(), readStore.ping()]);
          const models = projections.status();
          return { head, models: models.map((model) => ({ ...model, isAtHead: model.position >= head })) };
        },
        states: () => projections.status(),
        headAtStart,
      });
      const front = closers.add(createFront({ health: () => health.report() }));
      const origin = await listen(front.server, config);
      say(`\n${brand.name}'s projections are at ${origin}\n`);
      health.prepared();
      return {};
    }),
  severalProcesses({ port: 3003 }),
);
