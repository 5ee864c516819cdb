import type { Plan, Query } from './collection.ts';
import type { State } from './state.ts';

/** The collection of a command. */
export interface Target {
  readonly state: State;
  readonly database: string;
  readonly name: string;
}

/** Checks the plan of every query; tests refuse those that scan a collection. */
export type CheckPlan = (plan: Plan, target: Target, query: Query) => void;
