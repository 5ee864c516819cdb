import * as z from 'zod/mini';

import { operation } from './operation.ts';
import { hex } from './tree-head.ts';

/** The licence under which photos are uploaded. */
export const Licence = z.object({
  name: z.string(),
  /** The address of its text; null if the operator gave none. */
  url: z.nullable(z.string()),
});
export type Licence = z.infer<typeof Licence>;

export const MapBackground = z.object({
  /**
   * `outline`: the outline of the world that comes with the client; `tiles`: the file at `/map/tiles.pmtiles`; `style`:
   * a MapLibre style of another site.
   */
  kind: z.enum(['outline', 'tiles', 'style']),
  /** The address of the style; null for the other kinds. */
  styleUrl: z.nullable(z.string()),
  /** The attribution of the map, if the file or style does not give it. */
  attribution: z.nullable(z.string()),
});
export type MapBackground = z.infer<typeof MapBackground>;

/** The path of the server's own map tiles. */
export const mapTilesPath = '/map/tiles.pmtiles';

/** What everybody may know about this installation. */
export const About = z.object({
  photoLicence: Licence,
  /** Whether it can send email. Otherwise people cannot request a new password by themselves. */
  sendsMail: z.boolean(),
  /** Whether pictures from other sites are shown. Otherwise a city's picture must be uploaded. */
  foreignPictures: z.boolean(),
  /** The Ed25519 key (hex) that signs evidence and receipts. */
  publicKey: hex(32),
  map: MapBackground,
});
export type About = z.infer<typeof About>;

/** The operator's own text for a page; null if there is none and the product's text is shown. */
export const OwnPage = z.object({ text: z.nullable(z.string()) });
export type OwnPage = z.infer<typeof OwnPage>;

export const aboutCalls = {
  about: operation('public', 'GET', '/api/about', {
    summary:
      'What this installation is like: the licence of uploads, its maps, whether it sends mail, and the key that signs receipts',
    responses: { 200: About },
  }),
  privacyPage: operation('public', 'GET', '/api/pages/privacy', {
    summary: 'The operator’s own text on privacy, if there is one',
    responses: { 200: OwnPage },
  }),
  termsPage: operation('public', 'GET', '/api/pages/terms', {
    summary: 'The operator’s own terms, if there are any',
    responses: { 200: OwnPage },
  }),
};
