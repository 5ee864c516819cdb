const slowest = 5;

/** Ends a run with the slowest files and one plain line for people and programs: `N passed, N failed`. */
export default class SummaryReporter {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules @param {ReadonlyArray<unknown>} errors */
  onTestRunEnd(modules, errors) {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    /** @type {Set<string>} */
    const skippedIn = new Set();
    /** @type {string[]} */
    const triedAgain = [];
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (test.diagnostic()?.flaky) triedAgain.push(`${module.relativeModuleId} > ${test.fullName}`);
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else {
          skipped += 1;
          skippedIn.add(module.relativeModuleId);
        }
      }
    }
    if (skipped > 0) console.log(`${skipped} skipped, in ${[...skippedIn].join(', ')}`);
    for (const each of triedAgain) console.log(`Passed only when tried again: ${each}`);
    const seconds = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic();
      return { file: module.relativeModuleId, seconds: Math.round((collectDuration + duration) / 1000) };
    });
    const slow = seconds.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowest);
    console.log(`Slowest: ${slow.map((each) => `${each.file} ${each.seconds} s`).join(', ')}`);
    // After vitest's own summary, which it prints in the same tick.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
