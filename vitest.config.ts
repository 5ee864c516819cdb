import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { readModelVersions } from './scripts/read-model-versions.mjs';
import { patience } from './test/harness/patience.ts';

/** `expect.poll` asks again after 50 ms, for as long as a test waits for anything. */
const expectSettings = { poll: { timeout: patience, interval: 50 } };

const long = [
  'accessibility',
  'desk',
  'texts-forms',
  'photos-upload',
  'map.test',
  'offline.test',
  'rendered',
  'profile.test',
  'providers.test',
  'xss.test',
  'resilience',
  'drafts',
  'kill-rounds',
  'fuzz.test',
  'attacks.test',
  'properties',
  'transfer',
  'log-integrity',
  'first-start',
  'releases.test',
  'read-store',
  'event-log.test',
  'api/access',
  'mail/decisions',
  'processes.test',
  'location/merging',
];

/** What takes long comes first: begun last, it would keep one core waiting for the other. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((part) => moduleId.includes(part));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    reporters: ['default', './scripts/summary-reporter.mjs'],
    // One more than the cores of a small machine: a worker often waits for a disk, or for its browser.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // The stand-in for the providers warns of being one.
    onConsoleLog: (text) => (text.includes('oidc-provider WARNING') ? false : undefined),
    projects: [
      {
        plugins: [readModelVersions()],
        test: {
          name: 'server',
          include: [
            '{apps,contracts,command-service,platform,projections,query-service,sample,test}/**/*.test.ts',
          ],
          expect: expectSettings,
          testTimeout: 2 * patience,
          hookTimeout: 2 * patience,
          // No module keeps anything between tests, so a worker need not load them anew for each file.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          // A test that renders asks for a document itself: `@vitest-environment jsdom`.
          include: ['web/src/**/*.test.{ts,tsx}'],
          isolate: false,
          expect: expectSettings,
          testTimeout: 2 * patience,
        },
      },
      {
        plugins: [readModelVersions()],
        test: {
          name: 'browser',
          include: ['web/e2e/**/*.test.ts'],
          globalSetup: './web/e2e/build.ts',
          isolate: false,
          // On a busy CI machine a browser may miss a press; the summary names what passed only when tried again.
          retry: process.env.CI ? 1 : 0,
          expect: expectSettings,
          testTimeout: 5 * patience,
          hookTimeout: 5 * patience,
        },
      },
    ],
  },
});
