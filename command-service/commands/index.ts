import type { Renderer } from '../images/render.ts';
import type { EventLog } from '../event-log/index.ts';
import type { PhotoStore } from '../photo-store/index.ts';
import { createCityCommands, type CityCommands } from './city.ts';
import { createLocationCommands, type LocationCommands } from './location.ts';
import { createGiveOpinion, type GiveOpinion } from './opinion.ts';
import { createPhotoCommands, type PhotoCommands } from './photo.ts';

/** All that can be done, by routes, reactions and the sample alike. */
export interface Commands {
  readonly city: CityCommands;
  readonly location: LocationCommands;
  readonly photo: PhotoCommands;
  readonly giveOpinion: GiveOpinion;
}

export const createCommands = (deps: {
  readonly log: EventLog;
  readonly photos: PhotoStore;
  readonly renderer: Renderer;
}): Commands => ({
  city: createCityCommands(deps.log),
  location: createLocationCommands(deps.log),
  photo: createPhotoCommands(deps),
  giveOpinion: createGiveOpinion(deps.log),
});
