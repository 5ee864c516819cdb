import { EventStoreDBClient } from '@eventstore/db-client';

import { LogUnavailable } from '../port.ts';

/** The options of client 6.2.1, in lower case, as the client compares them. */
const options = new Set(
  [
    ...['tls', 'tlsCAFile', 'userCertFile', 'userKeyFile', 'connectionName', 'nodePreference'],
    ...['maxDiscoverAttempts', 'discoveryInterval', 'gossipTimeout', 'defaultDeadline'],
    ...['keepAliveInterval', 'keepAliveTimeout'],
  ].map((name) => name.toLowerCase()),
);
const flat = (name: string) => name.trim().toLowerCase().replace(/[_-]/g, '');
/** Options of which only the default is supported. */
const switches = new Set(['tlsverifycert', 'throwonappendfailure']);
const isKnown = (name: string, value: string) =>
  options.has(name) || (switches.has(name) && value === 'true');

/**
 * Creates a client for a connection string. No message repeats the string, because it contains the password. Unknown
 * options are refused here, since the client would print the whole string for one and then ignore it.
 * @throws LogUnavailable saying what is wrong with the string
 */
export function createClient(url: string): EventStoreDBClient {
  const unknown = optionsIn(url).find(([name, value]) => !isKnown(flat(name), value));
  if (unknown)
    throw new LogUnavailable(`EVENTSTOREDB_URL has an option that is not supported: ${unknown[0]}`);
  try {
    // The same protocol under its newer name, which this client does not know.
    return EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, 'esdb'));
  } catch (error) {
    const isAboutTheString = !(error instanceof Error) || 'connectionString' in error;
    throw new LogUnavailable(`EVENTSTOREDB_URL: ${isAboutTheString ? 'it is malformed' : error.message}`);
  }
}

const defaultDeadline = 5000;

/** How long the node may be silent, in milliseconds. */
export function deadlineIn(url: string): number {
  const [, given] = /[?&]defaultDeadline=(\d+)(?:&|$)/i.exec(url) ?? [];
  return given === undefined ? defaultDeadline : Number(given);
}

/** The options by name. They come after the user and password, which may contain any character. */
function optionsIn(url: string): [name: string, value: string][] {
  const [, query] = url.replace(/^[^:]+:\/\/([^:]+:[^@]+@)?/, '').split(/\?(.*)/s);
  if (query === undefined) return [];
  return query.split(/[&?]/).map((option) => {
    const [name = '', value = ''] = option.split(/=(.*)/s);
    return [name, value];
  });
}
