// Every screen and state, and how to reach it.

import { contributors } from './contributors.mjs';
import { desk } from './desk.mjs';
import { moderation } from './moderation.mjs';
import { people } from './people.mjs';
import { mails } from './mail.mjs';
import { profiles } from './profile.mjs';
import { visitors } from './visitors.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('./scene.mjs').Scene} Scene
 * @typedef {object} State
 * @property {string} name
 * @property {string | ((scene: Scene) => string)} path
 * @property {'admin' | 'user'} [as]
 * @property {number[]} [only] widths
 * @property {boolean} [whole] the whole page, not just the screen
 * @property {boolean} [again] shows an earlier state in another way; only for a person to look at
 * @property {number} [hour] hour of the visitor's clock
 * @property {boolean} [asks] asks for what it shows, which a page that the server rendered would already hold
 * @property {[asked: string | RegExp, respond: (route: import('playwright-core').Route) => unknown]} [responses] how requests are answered
 * @property {(page: Page) => Promise<unknown>} [prepare]
 * @property {string} [shows] a text that is there once it is reached
 * @property {(page: Page, scene: Scene) => Promise<unknown>} [steps]
 */

/** @type {State[]} */
export const states = [
  ...visitors,
  ...people,
  ...contributors,
  ...profiles,
  ...mails,
  ...moderation,
  ...desk,
];
