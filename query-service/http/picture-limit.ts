import type { IncomingMessage, ServerResponse } from 'node:http';

import { Refusal } from '#contracts/errors';

import { createCounter } from '../counter.ts';

/** Answers with pictures inside that are sent at the same time by a process, and to one network. */
export const pictureAnswers = { most: 128, mostOfNetwork: 64 };
/** Seconds. */
const retryAfter = 2;

/** Counts an answer until it is sent. @throws Refusal `too-many-requests` */
export type PictureLimit = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Limits the answers with pictures inside that are under way. Each keeps a file open and a part of it in memory, for as
 * long as its reader takes.
 */
export function createPictureLimit(networkOf: (request: IncomingMessage) => string): PictureLimit {
  const ofNetworks = createCounter();
  let underWay = 0;
  return (request, response) => {
    const network = networkOf(request);
    if (underWay >= pictureAnswers.most || ofNetworks.get(network) >= pictureAnswers.mostOfNetwork)
      throw new Refusal('too-many-requests', { retryAfter });
    const count = (more: 1 | -1): void => {
      underWay += more;
      ofNetworks.add(network, more);
    };
    count(1);
    response.once('close', () => count(-1));
  };
}
