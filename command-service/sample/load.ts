import pLimit from 'p-limit';

import { type SamplePerson, samplePersonIds } from '#contracts/account/sample-people';
import { type ErrorCode, Refusal } from '#contracts/shared/errors';
import { ordinaryPerson } from '#contracts/shared/person';
import type { Actor } from '#platform/commands/decider';
import type { CommandContext } from '#platform/commands/handle-command';
import { nameBasedId } from '#platform/commands/name-based-id';
import { type PhotoStore, pictureName } from '#platform/photo-store/index';
import type { RecordStore } from '#platform/record-store/index';
import { samplePeople } from '#sample/people';
import { sampleCities, type SampleCity, type SampleSpot } from '#sample/places/all';

import type { Accounts } from '../account/accounts.ts';
import type { Commands } from '../commands.ts';
import type { OpinionCommand } from '../opinion/decider.ts';
import type { PhotoCommands } from '../photo/commands.ts';
import type { Renderer } from '../photo/images/render.ts';
import { entityIdOf } from '../shared/commands.ts';
import { readShippedPicture } from './shipped-picture.ts';

const namespace = '0d9f3c1e-7a43-4f0c-8f57-2f6f6a6d3b90';

/** The id of one of the sample's commands: always the same for the same name, so that loading can be repeated. */
const sampleCommandId = (name: string): string => nameBasedId(name, namespace);

const cityCommandId = ({ slug }: Pick<SampleCity, 'slug'>): string => sampleCommandId(`city ${slug}`);

/** The ids of the sample's cities. They are derived from the data, so they are the same in every installation. */
export const sampleCityIds: readonly string[] = sampleCities.map((city) => entityIdOf(cityCommandId(city)));

/** Name of the setting that says how far the sample is loaded, and of the lease for loading or removing it. */
export const sampleSetting = 'sample';
/** Spots loaded at once: they mostly wait for the disk. */
const spotsAtOnce = 4;
/** Ratings and hearts given at once, so that they share the log's commits. */
const opinionsAtOnce = 16;

export interface SampleDeps {
  readonly commands: Commands;
  readonly accounts: Accounts;
  readonly photosRenderedBy: (renderer: Pick<Renderer, 'render'>) => PhotoCommands;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  /** Where the shipped pictures are. */
  readonly folder: string;
  /** The administrator, whose submissions are approved at once. */
  readonly actor: Actor;
  readonly clock: () => number;
  readonly onProgress: (done: number, all: number) => void;
}

/** Whether the sample must be loaded: the log is empty, or a process died while it was loading the sample. */
export async function sampleIsWanted(records: RecordStore, logIsEmpty: boolean): Promise<boolean> {
  const state = await records.settings.get(sampleSetting);
  if (state === undefined && logIsEmpty) await records.settings.set(sampleSetting, 'loading');
  return state === 'loading' || (state === undefined && logIsEmpty);
}

/**
 * Loads the sample places through ordinary commands. Each command has a fixed id, so loading can be interrupted and
 * started again. Only one of several processes loads; the others wait until it is done.
 */
export async function loadSample(deps: SampleDeps): Promise<void> {
  await using _lease = await deps.records.lease(sampleSetting, new AbortController().signal);
  if (!(await sampleIsWanted(deps.records, false))) return;
  for (const city of sampleCities) await loadPlaces(city, deps);
  await Promise.all([loadPictures(deps), loadOpinions(deps)]);
  await deps.records.settings.set(sampleSetting, 'done');
}

async function loadPlaces(city: SampleCity, deps: SampleDeps): Promise<void> {
  const { city: cities, location: locations } = deps.commands;
  const { slug, name, country, coordinates } = city;
  const imageUrl = `/${pictureName(slug, 1600)}`;
  const fields = { name, country, imageUrl, coordinates };
  const { id: cityId } = await cities.submit(fields, contextOf(cityCommandId(city), deps));
  await Promise.all(
    city.spots.map(async ({ pictures: _, ratings: __, hearts: ___, ...spot }) =>
      unlessGone(locations.submit({ ...spot, cityId }, contextOf(spotCommandId(city, spot), deps))),
    ),
  );
}

async function loadPictures(deps: SampleDeps): Promise<void> {
  const limit = pLimit(spotsAtOnce);
  const all = spots.reduce((sum, { spot }) => sum + spot.pictures.length, sampleCities.length);
  let done = 0;
  const oneMore = () => deps.onProgress((done += 1), all);
  deps.onProgress(done, all);
  await Promise.all([
    ...sampleCities.map((city) => limit(() => loadCityPicture(city, deps).then(oneMore))),
    ...spots.map((place) => limit(() => loadPhotos(place, deps, oneMore))),
  ]);
}

async function loadCityPicture({ slug, picture }: SampleCity, { photos, folder }: SampleDeps): Promise<void> {
  const { renditions } = await readShippedPicture(folder, picture);
  await Promise.all(renditions.map(({ width, bytes }) => photos.put(pictureName(slug, width), bytes)));
}

/** Adds a spot's photos in order; if there are several, features the first. */
async function loadPhotos({ city, spot }: Place, deps: SampleDeps, onAdded: () => void): Promise<void> {
  const locationId = entityIdOf(spotCommandId(city, spot));
  const added: string[] = [];
  for (const name of spot.pictures) {
    const rendered = await readShippedPicture(deps.folder, name);
    // The ordinary command, except that the picture is already rendered.
    const photo = deps.photosRenderedBy({ render: async () => rendered });
    const context = contextOf(sampleCommandId(`${spotName(city, spot)} picture ${name}`), deps);
    const upload = { locationId, fileName: `${name}.webp`, bytes: rendered.original };
    const done = await unlessGone(photo.add(upload, context));
    if (done !== undefined) added.push(done.id);
    onAdded();
  }
  const [first, second] = added;
  if (first === undefined || second === undefined) return;
  const context = contextOf(sampleCommandId(`${spotName(city, spot)} featured`), deps);
  await unlessGone(
    deps.commands.location.featurePhoto(locationId, () => deps.commands.photo.read(first), context),
  );
}

/** Adds the ratings and hearts of the sample's people. Nobody can sign in to their accounts. */
async function loadOpinions(deps: SampleDeps): Promise<void> {
  const people = Object.keys(samplePersonIds) as SamplePerson[];
  for (const person of people) await addPerson(person, deps);
  const limit = pLimit(opinionsAtOnce);
  await Promise.all(
    spots.flatMap((place) => people.map((person) => limit(() => loadOpinion(place, person, deps)))),
  );
}

async function addPerson(person: SamplePerson, { records, accounts }: SampleDeps): Promise<void> {
  const id = samplePersonIds[person];
  if ((await records.accounts.byId(id)) !== undefined) return;
  const email = `${person}@sample.invalid`;
  const never = { emailVerified: false, passwordHash: null, profileImageUrl: null };
  try {
    await accounts.add({ email, ...samplePeople[person], ...never }, id);
  } catch (error) {
    // A person has already signed up with this address; the ratings then come from a person without a name.
    if (!isRefusal(error, ['email-taken'])) throw error;
  }
}

async function loadOpinion({ city, spot }: Place, person: SamplePerson, deps: SampleDeps): Promise<void> {
  const locationId = entityIdOf(spotCommandId(city, spot));
  const actor: Actor = ordinaryPerson(samplePersonIds[person]);
  const give = (command: OpinionCommand) => {
    const commandId = sampleCommandId(`${spotName(city, spot)} ${command.type} ${person}`);
    return unlessGone(
      deps.commands.giveOpinion(locationId, command, contextOf(commandId, { ...deps, actor })),
    );
  };
  const rating = spot.ratings[person];
  if (rating !== undefined) await give({ type: 'rate', rating });
  if (spot.hearts.includes(person)) await give({ type: 'favorite' });
}

interface Place {
  readonly city: SampleCity;
  readonly spot: SampleSpot;
}
const spots: readonly Place[] = sampleCities.flatMap((city) => city.spots.map((spot) => ({ city, spot })));

const spotName = (city: SampleCity, spot: Pick<SampleSpot, 'name'>): string =>
  `spot ${city.slug} ${spot.name}`;
const spotCommandId = (city: SampleCity, spot: Pick<SampleSpot, 'name'>): string =>
  sampleCommandId(spotName(city, spot));

const contextOf = (
  commandId: string,
  { actor, clock }: Pick<SampleDeps, 'actor' | 'clock'>,
): CommandContext => ({
  commandId,
  actor,
  correlationId: commandId,
  time: new Date(clock()),
});

/** The command's result; undefined if the administrator has deleted its place in the meantime. */
async function unlessGone<T>(command: Promise<T>): Promise<T | undefined> {
  try {
    return await command;
  } catch (error) {
    if (isRefusal(error, ['city-not-found', 'location-not-found', 'photo-not-found'])) return undefined;
    throw error;
  }
}

const isRefusal = (error: unknown, codes: readonly ErrorCode[]): boolean =>
  error instanceof Refusal && codes.includes(error.code);
