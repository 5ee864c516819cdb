import { afterAll, beforeAll, describe } from 'vitest';

import { findBrowser } from './browser.ts';
import { createDeskWorld, type DeskWorld } from './desk-world.ts';
import { changeCases } from './desk/changes.ts';
import { batchCases } from './desk/batches.ts';
import { changedCases } from './desk/changed.ts';
import { decisionCases } from './desk/decisions.ts';
import { keyCases } from './desk/keys.ts';
import { peopleCases } from './desk/people.ts';
import { photoCases } from './desk/photos.ts';
import { photoSetCases } from './desk/photo-sets.ts';
import { reportCases } from './desk/reports.ts';
import { screenCases } from './desk/screens.ts';
import { seenCases } from './desk/seen.ts';

const chromium = findBrowser();

/** One server and one browser for all desk tests with a single moderator. */
describe.skipIf(chromium === null)('at the desk', () => {
  let world: DeskWorld;
  beforeAll(async () => {
    world = await createDeskWorld(chromium);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  describe('reports', () => reportCases(() => world));
  describe('decisions', () => decisionCases(() => world));
  describe('changes', () => changeCases(() => world));
  describe('batches', () => batchCases(() => world));
  describe('changed', () => changedCases(() => world));
  describe('photos', () => photoCases(() => world));
  describe('photo sets', () => photoSetCases(() => world));
  describe('seen', () => seenCases(() => world));
  describe('keys', () => keyCases(() => world));
  describe('people', () => peopleCases(() => world));
  describe('screens', () => screenCases(() => world));
});
