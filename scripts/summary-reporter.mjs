/** Ends a run with one plain line for people and programs: `N passed, N failed`. */
export default class SummaryReporter {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules @param {ReadonlyArray<unknown>} errors */
  onTestRunEnd(modules, errors) {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    /** @type {Set<string>} */
    const skippedIn = new Set();
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else {
          skipped += 1;
          skippedIn.add(module.relativeModuleId);
        }
      }
    }
    if (skipped > 0) console.log(`${skipped} skipped, in ${[...skippedIn].join(', ')}`);
    // After vitest's own summary, which it prints in the same turn.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
