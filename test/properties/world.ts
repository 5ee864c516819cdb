import type { ApiResponse, Json } from '../harness/http.ts';
import type { Person, RunningServer } from '../harness/in-process.ts';
import { pictureOf } from '../harness/pictures.ts';
import { administrator, type Choice, type Command } from './commands.ts';
import { cityInput, locationInput } from '../harness/inputs.ts';

export interface Done {
  readonly command: Command;
  readonly response: ApiResponse;
  /** The entity that the command changed or created. */
  readonly id: string;
}

/** A server, people, and the entities that they know, whatever their status. */
export interface World {
  readonly server: RunningServer;
  readonly people: readonly Person[];
  readonly cities: string[];
  readonly locations: string[];
  readonly photos: string[];
  /** Ids of batches of decisions. */
  readonly batches: string[];
  /** The queue at its last read. */
  queue: readonly Json[];
  /** People by number who are moderators. */
  readonly moderators: Set<number>;
  readonly edits: { readonly id: string; readonly locationId: string }[];
  /** Position of the last command that was answered. */
  position: bigint;
}

export const createWorld = (server: RunningServer, people: readonly Person[]): World => ({
  server,
  people,
  cities: [],
  locations: [],
  photos: [],
  batches: [],
  queue: [],
  moderators: new Set(),
  edits: [],
  position: 0n,
});

const nowhere = '00000000-0000-4000-8000-000000000000';
const among = (ids: readonly string[], number: number): string => ids[number % ids.length] ?? nowhere;

/** A revision that the person has probably seen: most people see an entity only after its approval. */
const firstSeen = (who: number): number => (who === administrator ? 0 : 1);

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly id: string;
}

/** Sends a command, and remembers what it created. @throws on a server error */
export async function give(world: World, command: Command): Promise<Done> {
  const request = await requestFor(world, command);
  const { method, path, body } = request;
  const token = tokenOf(world, command.who);
  const response = await world.server.call(method, path, { token, body });
  if (response.status >= 500)
    throw new Error(`${method} ${path} answered ${response.status}: ${response.text}`);
  const { position } = response;
  if (position !== undefined && position > world.position) world.position = position;
  return { command, response, id: remember(world, command, response) ?? request.id };
}

export const tokenOf = ({ people }: World, who: number): string => people[who]?.token ?? '';

function remember(
  world: World,
  command: Command,
  { status, body, headers }: ApiResponse,
): string | undefined {
  if (status === 200 && command.type === 'decide') world.batches.push(body.batchId);
  if (status === 200 && command.type === 'merge') world.batches.push(headers.get('x-request-id') ?? '');
  if (status === 200 && command.type === 'make-moderator') world.moderators.add(command.target);
  if (status !== 201 && status !== 202) return undefined;
  const id: string = body.id;
  if (command.type === 'submit-city') world.cities.push(id);
  else if (command.type === 'submit-location') world.locations.push(id);
  else if (command.type === 'add-photo' && !world.photos.includes(id)) world.photos.push(id);
  else if (command.type === 'edit-location') world.edits.push({ id, locationId: body.entityId });
  return command.type === 'edit-location' ? undefined : id;
}

async function requestFor(world: World, command: Command): Promise<Request> {
  const { target } = command;
  const city = among(world.cities, target);
  const location = among(world.locations, target);
  const photo = among(world.photos, target);
  const person = world.people[target % world.people.length]?.id ?? nowhere;
  const edit = world.edits[target % world.edits.length] ?? { id: nowhere, locationId: nowhere };
  const ofLocation = (method: string, end: string, body?: unknown): Request => ({
    method,
    path: `/api/locations/${location}${end}`,
    body,
    id: location,
  });
  const ofEdit = (path: string, body?: unknown): Request => ({ method: 'POST', path, body, id: edit.id });
  switch (command.type) {
    case 'submit-city':
      return { method: 'POST', path: '/api/cities', body: cityInput({ name: command.name }), id: '' };
    case 'submit-location':
      return {
        method: 'POST',
        path: '/api/locations',
        body: locationInput(city, { name: command.name }),
        id: '',
      };
    case 'edit-city': {
      const body = { ...command.changes, ...(command.fromRevision && { revision: firstSeen(command.who) }) };
      return { method: 'PUT', path: `/api/cities/${city}`, body, id: city };
    }
    case 'edit-location': {
      const move = command.moveTo === null ? {} : { cityId: among(world.cities, command.moveTo) };
      const body = {
        ...command.changes,
        ...move,
        ...(command.fromRevision && { revision: firstSeen(command.who) }),
      };
      return ofLocation('PUT', '', body);
    }
    case 'approve-edit': {
      const { locationId, id } = edit;
      return ofEdit(`/api/admin/locations/${locationId}/edits/${id}/approve`, { force: command.force });
    }
    case 'reject-edit':
      return ofEdit(`/api/admin/locations/${edit.locationId}/edits/${edit.id}/reject`, { reason: 'no' });
    case 'withdraw-edit':
      return ofEdit(`/api/locations/${edit.locationId}/edits/${edit.id}/withdraw`);
    case 'add-photo': {
      const imageData = await pictureOf(command.picture);
      return ofLocation('POST', '/photos', {
        imageData,
        fileName: 'a.png',
        ...(command.featured && { isPrimary: 1 }),
      });
    }
    case 'feature-photo':
      return { method: 'PATCH', path: `/api/photos/${photo}/primary`, id: photo };
    case 'delete-photo':
      return { method: 'DELETE', path: `/api/photos/${photo}`, id: photo };
    case 'rate':
      return ofLocation('PUT', '/rating', { rating: command.rating });
    case 'merge': {
      const body = { into: among(world.locations, command.into), photos: command.photos };
      return { method: 'POST', path: `/api/admin/locations/${location}/merge`, body, id: location };
    }
    case 'favorite':
      return ofLocation('PUT', '/favorite');
    case 'unfavorite':
      return ofLocation('DELETE', '/favorite');
    case 'decide': {
      const items = await chosen(world, command);
      const body = { items: items.map((item) => ({ ...item, force: command.force })) };
      return { method: 'POST', path: '/api/admin/decisions', body, id: '' };
    }
    case 'undo': {
      // The latest ones first, whatever their number.
      const id = among(world.batches.toReversed(), target);
      return { method: 'POST', path: `/api/admin/batches/${id}/undo`, id };
    }
    case 'report': {
      const entityId = { city, location, photo }[command.of];
      const body = { entityType: command.of, entityId, reason: 'wrong' };
      return { method: 'POST', path: '/api/reports', body, id: entityId };
    }
    case 'make-moderator':
      return {
        method: 'PUT',
        path: `/api/admin/people/${person}/role`,
        body: { role: 'moderator' },
        id: person,
      };
    case 'trust':
    case 'untrust':
      return { method: 'POST', path: `/api/admin/people/${person}/${command.type}`, id: person };
    default: {
      const [list, id] = command.of === 'city' ? ['cities', city] : ['locations', location];
      return { ...decisionFor(command, `${list}/${id}`), id };
    }
  }
}

/** Different waiting items, with the fields that a decision needs. Choices that do not exist are left out. */
async function chosen(
  world: World,
  { choices, isLate }: { readonly choices: readonly Choice[]; readonly isLate: boolean },
): Promise<Json[]> {
  // A late moderator decides on an earlier read.
  if (!isLate || world.queue.length === 0) world.queue = await seeAsAdministrator(world, '/api/admin/queue');
  const waiting = world.queue;
  const items = new Map<string, Json>();
  for (const { number, approve } of choices) {
    const item = waiting[number % waiting.length];
    if (item === undefined) continue;
    const { kind, id, entityType, entityId, revision } = item;
    const decision = approve ? 'approve' : 'reject';
    items.set(`${kind} ${id}`, { kind, id, entityType, entityId, revision, decision });
  }
  return [...items.values()];
}

type OfEntity = Extract<Command, { readonly of: 'city' | 'location' }>;

function decisionFor(command: OfEntity, entity: string): Omit<Request, 'id'> {
  switch (command.type) {
    case 'delete':
      return { method: 'DELETE', path: `/api/${entity}` };
    case 'withdraw':
      return { method: 'POST', path: `/api/${entity}/withdraw` };
    case 'restore': {
      const body = command.revision === null ? {} : { revision: command.revision };
      return { method: 'POST', path: `/api/admin/${entity}/restore`, body };
    }
    case 'approve':
    case 'reject':
    case 'reopen':
      return { method: 'POST', path: `/api/admin/${entity}/${command.type}` };
  }
}

/** A list as seen by a person who has the last command's response. */
export const see = (world: World, path: string, who?: number): Promise<Json[]> =>
  world.server.list(path, {
    minPosition: world.position,
    ...(who === undefined ? {} : { token: tokenOf(world, who) }),
  });
export const seeAsAdministrator = (world: World, path: string) => see(world, path, administrator);
