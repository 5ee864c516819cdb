// Building blocks of the states' steps.

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('./scene.mjs').Scene} Scene
 */

export const nobody = '00000000-0000-4000-8000-000000000000';
export const home = '/';
export const submissions = '/submissions';
export const placeOf = (/** @type {Scene} */ { place }) => `/location/${place.id}`;
export const cityOf = (/** @type {Scene} */ { city }) => `/city/${city.id}`;
export const dialog = (/** @type {Page} */ page) => page.getByRole('dialog').last();

/**
 * Presses a button after the page's code listens to it: React stores an element's properties on the element.
 * @param {Page | import('playwright-core').Locator} where
 * @param {string} name
 */
export async function press(where, name) {
  const button = where.getByRole('button', { name, exact: true }).first();
  for (let heard = false; !heard;)
    heard = await button.evaluate((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    );
  await button.click();
}
export const reads = (/** @type {string} */ text) => (/** @type {Page} */ page) =>
  page.getByText(text, { exact: true }).first().waitFor();
export const never = () => new Promise(() => {});
export const fails = (/** @type {import('playwright-core').Route} */ route) =>
  route.fulfill({ status: 500, contentType: 'application/problem+json', body: '' });
export const nothing = (/** @type {import('playwright-core').Route} */ route) =>
  route.fulfill({ json: [], headers: { 'x-total-count': '0' } });
export const file = (/** @type {string} */ name) => ({ name, mimeType: 'image/png', buffer: onePixel });
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
export const tab = (/** @type {string} */ name) => (/** @type {Page} */ page) =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
