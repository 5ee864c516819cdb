import { streamOf } from '#contracts/events/index';

import { photoDecider, type PhotoCommand } from '../domain/photo.ts';
import type { EventLog } from '../event-log/index.ts';
import { handleCommand, type CommandContext } from '../handle-command.ts';
import { Refusal } from '#contracts/errors';
import type { RenderedPhoto, Renderer } from '../images/render.ts';
import { storePhoto } from '../images/store-photo.ts';
import type { PhotoStore } from '../photo-store/index.ts';
import type { Done } from './city.ts';
import { photoIdOf } from './ids.ts';
import { loadLocation, loadPhoto } from './streams.ts';
import { locationSeenBy } from '../domain/location.ts';

/** What can be done with a photo. Each throws a Refusal when it may not be done. */
export interface PhotoCommands {
  /** Decodes, checks, renders and stores the bytes, then records that the location has the photo. */
  add(
    upload: { readonly locationId: string; readonly fileName: string; readonly bytes: Buffer },
    context: CommandContext,
  ): Promise<Done>;
  delete(photoId: string, context: CommandContext): Promise<Done>;
  cascade(photoId: string, command: Cascade, context: CommandContext): Promise<Done>;
  /** The location that the photo is on. */
  locationOf(photoId: string): Promise<string>;
}
type Cascade = Extract<PhotoCommand, { type: 'cascade-delete' | 'cascade-restore' }>;

export function createPhotoCommands(deps: {
  readonly log: EventLog;
  readonly photos: PhotoStore;
  readonly renderer: Renderer;
}): PhotoCommands {
  const { log, photos, renderer } = deps;

  async function handle(photoId: string, locationId: string, command: PhotoCommand, context: CommandContext) {
    const { position } = await handleCommand(
      log,
      photoDecider,
      streamOf.photo(photoId),
      async () => ({ command, facts: await loadLocation(log, locationId) }),
      context,
    );
    return { id: photoId, position };
  }
  async function locationOf(photoId: string): Promise<string> {
    const photo = await loadPhoto(log, photoId);
    if (photo === undefined) throw new Refusal('photo-not-found');
    return photo.locationId;
  }

  return {
    async add({ locationId, fileName, bytes }, context) {
      const { location, city } = await loadLocation(log, locationId);
      if (!locationSeenBy(location, city, context.actor)) throw new Refusal('location-not-found');
      const rendered = await renderer.render(bytes);
      await storePhoto(photos, bytes, rendered);
      const photoId = photoIdOf(locationId, rendered.sha256);
      const data = { photoId, locationId, fileName, fileSize: bytes.length, ...facts(rendered) };
      return handle(photoId, locationId, { type: 'add', data }, context);
    },
    delete: async (photoId, context) =>
      handle(photoId, await locationOf(photoId), { type: 'delete' }, context),
    cascade: async (photoId, command, context) =>
      handle(photoId, await locationOf(photoId), command, context),
    locationOf,
  };
}

const facts = ({ sha256, mimeType, width, height, placeholder, renditions }: RenderedPhoto) => ({
  sha256,
  mimeType,
  width,
  height,
  placeholder,
  renditions: renditions.map((rendition) => rendition.width),
});
