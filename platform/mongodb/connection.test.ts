import { MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';

import { freshDatabase } from '../../test/mongodb-server/database.ts';
import { openTap } from '../../test/mongodb-server/plans.ts';
import { startMongoTestServer } from '../../test/mongodb-server/server.ts';
import { connect } from './connection.ts';

class Unavailable extends Error {}

const withCode = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['the driver', new MongoNetworkError('gone'), true],
  ['the server', new MongoServerError({ code: 11600 }), true],
  // The driver does not wrap the errors of a socket that the server has just closed.
  ['a socket', withCode('EPIPE'), true],
  ['a socket that is closed', withCode('ERR_SOCKET_CLOSED'), true],
  ['a duplicate key', new MongoServerError({ code: 11000 }), false],
  ['a mistake of ours', new TypeError('not a function'), false],
  ['a wrong argument', withCode('ERR_INVALID_ARG_TYPE'), false],
])('an error of %s: %s, is unavailability: %s', async (_, error, isUnavailable) => {
  await using server = await startMongoTestServer();
  await using place = await freshDatabase(server.url);
  await using connection = await connect({
    url: place.url,
    appName: 'test',
    unavailable: (message, options) => new Unavailable(message, options),
  });
  const thrown: unknown = await connection
    .run(() => Promise.reject(error))
    .catch((caught: unknown) => caught);
  if (isUnavailable) {
    expect(thrown).toBeInstanceOf(Unavailable);
    expect(thrown).toHaveProperty('cause', error);
  } else expect(thrown).toBe(error);
});

it('treats work that never settles as unavailability, unless it may take long', async () => {
  await using server = await startMongoTestServer();
  await using place = await freshDatabase(server.url);
  await using connection = await connect({
    url: place.url,
    appName: 'test',
    unavailable: (message, options) => new Unavailable(message, options),
    respondWithin: 1,
  });
  let release: (value: string) => void = () => undefined;
  const long = connection.runLong(() => new Promise<string>((resolve) => (release = resolve)));
  await expect(connection.run(() => new Promise(() => undefined))).rejects.toThrow(Unavailable);
  release('an index');
  expect(await long).toBe('an index');
});

it('reports a malformed address without its content', async () => {
  const opened = connect({
    url: 'mongodb://user:secret@:not-a-port',
    appName: 'test',
    unavailable: (message, options) => new Unavailable(message, options),
  });
  const error: unknown = await opened.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Unavailable);
  expect(String(error)).not.toContain('secret');
  expect(error).not.toHaveProperty('cause');
});

it('acknowledges a write only once it survives the loss of the primary, and a power failure', async () => {
  await using server = await startMongoTestServer();
  await using place = await freshDatabase(server.url);
  await using tap = await openTap(place.url);
  await using connection = await connect({
    url: tap.url,
    appName: 'test',
    unavailable: (message, options) => new Unavailable(message, options),
  });
  await connection.db.collection('things').insertOne({});
  const write = tap.commands.find((command) => 'insert' in command);
  expect(write).toMatchObject({ writeConcern: { w: 'majority', j: true } });
});
