/** The list that is open below a field: its id, and the id of the option that the arrow keys have reached. */
export interface OpenList {
  readonly id: string;
  readonly active: string | null;
}
