import { brand } from '#contracts/texts';

import { closingOnFailure } from '../closers.ts';
import { addFront, addQueryService, surround } from '../compose.ts';
import { listen } from '../front.ts';
import { severalProcesses, runProcess } from '../run-process.ts';
import { createQuestionsOnly } from './http/questions-only.ts';

/** A query process, one of any number: every question, the live updates, the pages of the web client. */
runProcess(
  ({ config, logger, say }) =>
    closingOnFailure(async (closers) => {
      const surroundings = await surround({ config, logger, closers });
      const query = await addQueryService(surroundings);

      const command = createQuestionsOnly(surroundings.middleware);
      const { server, prepared } = addFront(surroundings, { command, query });
      query.attachLive(server);
      const origin = await listen(server, config);
      say(`\n${brand.name}'s query service is at ${origin}\n`);
      prepared();
      return {};
    }),
  severalProcesses({ port: 3002 }),
);
