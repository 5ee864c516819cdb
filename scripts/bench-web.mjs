/* global fetch */
// `npm run bench:web [-- RUNS]`: runs Lighthouse with a phone profile on home, a city, a place and a search, and prints
// the medians of five runs, or of RUNS: scores, times, shifts, and kB of scripts as transferred. Starts the application
// with the sample places in a temporary folder; with ORIGIN set it measures a running one.
// Nothing but Lighthouse may be connected to the browser: what a second connection does in a page counts as the page's.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

import { chromiumPath } from './chromium.mjs';
import { startSample } from './sample-app.mjs';

const runs = Number(process.argv[2] ?? 5);
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const aims = [98, 100, 100, 100];
const mostPaint = 1800;
const mostShift = 0.02;

const app = process.env['ORIGIN'] === undefined ? await startSample(4781) : null;
const origin = app?.origin ?? process.env['ORIGIN'] ?? '';
const browser = await launch({
  chromePath: chromiumPath() ?? 'chromium',
  chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const [city] = /** @type {any[]} */ (await (await fetch(`${origin}/api/cities?limit=1`)).json());
  const [place] = /** @type {any[]} */ (
    await (await fetch(`${origin}/api/locations/trending?limit=1`)).json()
  );
  for (const page of ['/', `/city/${city.id}`, `/location/${place.id}`, '/?q=bridge']) await measure(page);
} finally {
  browser.kill();
  await app?.stop();
}

/** @param {string} page */
async function measure(page) {
  // The first visit makes the server generate the pictures' sizes.
  await visit(page);
  /** @type {any[]} */
  const results = [];
  for (let run = 0; run < runs; run++) results.push(await visit(page));
  const scores = categories.map((name) =>
    Math.round(100 * median(results.map((lhr) => lhr.categories[name].score))),
  );
  const times = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const [fcp, lcp, tbt, cls] = times.map((name) =>
    median(results.map((lhr) => lhr.audits[name].numericValue)),
  );
  const scripts = median(results.map((lhr) => scriptBytes(lhr))) / 1000;
  console.log(
    `${page.padEnd(46)} ${scores.join(' / ').padEnd(22)} FCP ${fcp?.toFixed(0)} ms, LCP ${lcp?.toFixed(0)} ms, ` +
      `TBT ${tbt?.toFixed(0)} ms, CLS ${cls?.toFixed(3)}, ${scripts.toFixed(1)} kB of scripts`,
  );
  for (const audit of new Set(results.flatMap((lhr) => [...failing(lhr), ...costly(lhr)])))
    console.log(`    ${audit}`);
  // Search engines must not index a search.
  const judged = page.includes('?') ? aims.slice(0, 3) : aims;
  const short = judged.some((aim, index) => (scores[index] ?? 0) < aim);
  if (short || (lcp ?? 0) > mostPaint || (cls ?? 0) > mostShift) process.exitCode = 1;
}

/** @param {string} page */
async function visit(page) {
  const result = await lighthouse(origin + page, {
    port: browser.port,
    onlyCategories: categories,
    formFactor: 'mobile',
    logLevel: 'error',
  });
  const { runtimeError } = result?.lhr ?? {};
  if (runtimeError) throw new Error(runtimeError.message);
  return result?.lhr;
}

/** Bytes of scripts as transferred. @param {any} lhr @returns {number} */
function scriptBytes(lhr) {
  return lhr.audits['network-requests'].details.items
    .filter((/** @type {any} */ each) => each.resourceType === 'Script')
    .reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.transferSize, 0);
}

/** The audits that keep the three machine-independent categories below 100. @param {any} lhr @returns {string[]} */
function failing(lhr) {
  return categories
    .slice(1)
    .flatMap((name) =>
      lhr.categories[name].auditRefs
        .filter((/** @type {any} */ { id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
        .map((/** @type {any} */ { id }) => `${name}: ${id}`),
    );
}

/** What delays the first or largest paint, independent of the machine's load. @param {any} lhr @returns {string[]} */
function costly(lhr) {
  return Object.values(lhr.audits)
    .filter((/** @type {any} */ { metricSavings: saves }) => (saves?.FCP ?? 0) > 0 || (saves?.LCP ?? 0) > 0)
    .map((/** @type {any} */ { id }) => `performance: ${id}`);
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
