import type { IncomingMessage, ServerResponse } from 'node:http';

import { createReservation } from '#platform/concurrency/reservation';
import { Refusal } from '#contracts/shared/errors';

/** Answers with pictures inside that are sent at the same time by a process, and to one network. */
export const pictureAnswers = { most: 128, mostOfKey: 64 };
/** Seconds. */
const retryAfter = 2;

/** Counts an answer until it is sent. @throws Refusal `too-many-requests` */
export type PictureLimit = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Limits the answers with pictures inside that are under way. Each keeps a file open and a part of it in memory, for as
 * long as its reader takes.
 */
export function createPictureLimit(networkOf: (request: IncomingMessage) => string): PictureLimit {
  const underWay = createReservation(pictureAnswers);
  return (request, response) => {
    const place = underWay.take(networkOf(request));
    if (place === undefined) throw new Refusal('too-many-requests', { retryAfter });
    response.once('close', () => place[Symbol.dispose]());
  };
}
