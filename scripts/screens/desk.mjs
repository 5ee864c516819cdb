// Screens of the desk. The desk's own tests check most of them with axe; these are for people to view.

import { dialog, fails, never, nothing, press } from './steps.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('./states.mjs').State} State
 */

/** @param {string} name @param {string} path @param {State['steps']} [steps] @param {Partial<State>} [more] @returns {State} */
const ofDesk = (name, path, steps, more = {}) => ({
  name: `desk-${name}`,
  path: () => path,
  as: 'admin',
  again: true,
  ...more,
  steps: async (page, scene) => {
    // An empty list shows a text instead.
    if (more.shows === undefined)
      await page.locator('[data-row], main li, main h2, main form').first().waitFor();
    await steps?.(page, scene);
  },
});

/** Opens a detail beside the list, or in a dialog if there is no room. @param {string | RegExp} text */
const story = (text) => async (/** @type {Page} */ page) => {
  const row = page.locator('[data-row]').filter({ hasText: text }).first();
  await row.locator('button[id^="row-"]').click();
  await page.locator('aside, [role="dialog"]').first().waitFor();
  await page.locator('section[aria-label="History"] li').first().waitFor();
};

/** @param {string} key */
const key = (key) => async (/** @type {Page} */ page) => {
  // A key makes no decision about an item that is out of view.
  await page.locator('[data-row][aria-current]').scrollIntoViewIfNeeded();
  await page.keyboard.press(key);
  await dialog(page).waitFor();
};

/** @type {State[]} */
export const desk = [
  ofDesk('everything', '/admin/queue'),
  ofDesk('filtered', '/admin/queue?flag=new-member&kind=location&sort=newest'),
  ofDesk('story-city', '/admin/queue?kind=city', story('Ghent')),
  ofDesk('story-place', '/admin/queue?kind=location', story('Untermarkt')),
  ofDesk('story-twin', '/admin/queue?flag=duplicate', story('')),
  ofDesk('story-edit', '/admin/queue', story(/and \d more/)),
  ofDesk('story-corrected', '/admin/queue?kind=edit', async (page) => {
    await story(/and \d more/)(page);
    await page
      .getByRole('button', { name: /^Correct/ })
      .first()
      .click();
    await page.locator('[data-corrected]').waitFor();
  }),
  ofDesk('story-conflict', '/admin/queue?kind=edit', story('Changed since')),
  ofDesk('story-change', '/admin/queue?kind=change', story('Country')),
  ofDesk('story-featured', '/admin/queue?kind=change', story('photo was chosen')),
  ofDesk('story-trusted', '/admin/queue?kind=change', story('Lantern')),
  ofDesk('story-report', '/admin/queue?kind=report', story('Gone')),
  ofDesk('photos', '/admin/queue?kind=photo'),
  ofDesk('photo', '/admin/queue?kind=photo', async (page) => {
    await page.locator('[data-row][aria-current]').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-large]').waitFor();
  }),
  ofDesk('duplicate-of', '/admin/queue?flag=duplicate', async (page) => {
    await key('r')(page);
    await dialog(page)
      .getByRole('button', { name: /We have this place already/ })
      .click();
    await dialog(page).getByRole('radio').first().waitFor();
  }),
  ofDesk('edit', '/admin/queue?kind=location', key('e')),
  ofDesk('people', '/admin/people'),
  ofDesk('person', '', undefined, { path: ({ person }) => `/admin/people/${person}` }),
  ofDesk('block', '', (page) => press(page, 'Block'), { path: ({ person }) => `/admin/people/${person}` }),
  ofDesk('activity', '/admin/activity'),
  ofDesk('activity-batch', '/admin/activity', (page) =>
    page.locator('main li button[aria-expanded=false]').first().click(),
  ),
  ofDesk('undo', '/admin/activity?type=location-rejected', async (page) => {
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await dialog(page).getByRole('listitem').nth(1).waitFor();
  }),
  ofDesk('empty', '/admin/queue', undefined, {
    responses: [/\/api\/admin\/queue/, nothing],
    shows: 'Nothing to look at',
  }),
  ofDesk('nothing-matches', '/admin/queue?search=zzzz', undefined, { shows: 'Nothing to look at' }),
  ofDesk('loading', '/admin/queue', undefined, {
    responses: [/\/api\/admin\//, never],
    shows: 'Loading the queue...',
  }),
  ofDesk('error', '/admin/people', undefined, {
    responses: [/\/api\/admin\//, fails],
    shows: 'The people could not be loaded',
  }),
  ofDesk('denied', '/admin/queue', undefined, { as: 'user', shows: 'Access Denied' }),
  {
    ...ofDesk('report', ''),
    path: ({ place }) => `/location/${place.id}`,
    as: 'user',
    steps: async (page) => {
      await dialog(page)
        .getByRole('button', { name: /^Report/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Send report' }).waitFor();
    },
  },
];
