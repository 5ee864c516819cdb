/** An attack on a separate server. `npm test` runs it in small form, `npm run attack -- NAME` at its full size. */
export interface Attack {
  /** The size for `npm run attack`: connections, requests or accounts, as the attack's comment says. */
  readonly fullSize: number;
  readonly run: (size: number) => Promise<Outcome>;
}

export interface Outcome {
  /** Whether the service kept its promises throughout. */
  readonly held: boolean;
  /** The findings, each a sentence with its numbers. */
  readonly facts: readonly string[];
}
