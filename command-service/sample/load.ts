import pLimit from 'p-limit';
import { v5 as uuidV5 } from 'uuid';

import type { BestTime, Category } from '#contracts/vocabulary';

import { entityIdOf } from '../commands/ids.ts';
import type { Commands } from '../commands/index.ts';
import type { Actor } from '../domain/decider.ts';
import type { CommandContext } from '../handle-command.ts';
import type { Renderer } from '../images/render.ts';
import { pictureName, type PhotoStore } from '../photo-store/index.ts';
import type { RecordStore } from '../record-store/index.ts';
import { sampleCities, type SampleCity, type SampleSpot } from './places.ts';
import { renderPicture } from './render.ts';

const setting = 'sample';
const namespace = '0d9f3c1e-7a43-4f0c-8f57-2f6f6a6d3b90';
/** Pictures drawn and rendered at once: as many as the renderer takes. */
const parallel = 2;

export interface SampleDeps {
  readonly commands: Commands;
  readonly records: RecordStore;
  readonly photos: PhotoStore;
  readonly renderer: Renderer;
  /** The administrator, whose submissions are approved at once. */
  readonly actor: Actor;
  readonly clock: () => number;
  readonly onProgress: (done: number, all: number) => void;
}

/** Whether the sample has to be loaded: into an empty log, or because a process died while it was loading. */
export async function sampleIsWanted(records: RecordStore, logIsEmpty: boolean): Promise<boolean> {
  const state = await records.settings.get(setting);
  if (state === undefined && logIsEmpty) await records.settings.set(setting, 'loading');
  return state === 'loading' || (state === undefined && logIsEmpty);
}

/**
 * Loads the sample places through ordinary commands. Each command has an id of its own that never changes, so that
 * loading can be broken off and started again.
 */
export async function loadSample(deps: SampleDeps): Promise<void> {
  const limit = pLimit(parallel);
  const pictures = sampleCities.flatMap((city) => [
    () => loadCityPicture(city, deps),
    ...city.spots.flatMap((spot) =>
      spot.pictures.map((_, index) => () => loadPhoto(city, spot, index, deps)),
    ),
  ]);
  for (const city of sampleCities) await loadPlaces(city, deps);
  let done = 0;
  deps.onProgress(done, pictures.length);
  await Promise.all(
    pictures.map((load) =>
      limit(async () => {
        await load();
        done += 1;
        deps.onProgress(done, pictures.length);
      }),
    ),
  );
  await deps.records.settings.set(setting, 'done');
}

async function loadPlaces(city: SampleCity, { commands, ...deps }: SampleDeps): Promise<void> {
  const { slug, name, country } = city;
  const imageUrl = `/${pictureName(slug, 1600)}`;
  const { id: cityId } = await commands.city.submit(
    { name, country, imageUrl },
    contextOf(`city ${slug}`, deps),
  );
  await Promise.all(
    city.spots.map(({ pictures: _, ...spot }) => {
      const fields = {
        ...spot,
        cityId,
        category: spot.category as Category,
        bestTimeToVisit: spot.bestTimeToVisit as BestTime,
      };
      return commands.location.submit(fields, contextOf(spotName(city, spot), deps));
    }),
  );
}

async function loadCityPicture(
  { slug, picture }: SampleCity,
  { photos, renderer }: SampleDeps,
): Promise<void> {
  const { renditions } = await renderer.render(await renderPicture(picture));
  for (const { width, bytes } of renditions) await photos.put(pictureName(slug, width), bytes);
}

async function loadPhoto(city: SampleCity, spot: SampleSpot, index: number, deps: SampleDeps): Promise<void> {
  const picture = spot.pictures[index];
  if (picture === undefined) return;
  const spotContext = contextOf(spotName(city, spot), deps);
  const locationId = entityIdOf(spotContext.commandId);
  const fileName = `${city.slug}-${spot.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${index + 1}.jpg`;
  const bytes = await renderPicture(picture);
  const context = contextOf(`${spotName(city, spot)} picture ${index}`, deps);
  await deps.commands.photo.add({ locationId, fileName, bytes }, context);
}

const spotName = (city: SampleCity, spot: { readonly name: string }): string =>
  `spot ${city.slug} ${spot.name}`;

function contextOf(name: string, { actor, clock }: Pick<SampleDeps, 'actor' | 'clock'>): CommandContext {
  const commandId = uuidV5(name, namespace);
  return { commandId, actor, correlationId: commandId, time: new Date(clock()) };
}
