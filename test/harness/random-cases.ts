const { PROPERTY_RUNS = '1', PROPERTY_SEED = '20260301', PROPERTY_PATH } = process.env;

/**
 * How fast-check tries a property: a few cases from one fixed seed. `PROPERTY_RUNS=50` tries fifty times as many,
 * `PROPERTY_SEED=…` tries others, and `PROPERTY_PATH=…` repeats one case; a failure prints the last two.
 */
export const randomCases = (few: number) => ({
  numRuns: few * Number(PROPERTY_RUNS),
  seed: Number(PROPERTY_SEED),
  ...(PROPERTY_PATH === undefined ? {} : { path: PROPERTY_PATH }),
});
