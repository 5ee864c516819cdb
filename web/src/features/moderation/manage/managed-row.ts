/** The id of an entity's row in a manage table. */
export const managedRowId = (id: string): string => `managed-${id}`;

/** The first button of a row; it gets the focus when the pressed one has disappeared. */
export const firstButtonOf = (id: string): HTMLElement | null =>
  document.getElementById(managedRowId(id))?.querySelector('button') ?? null;
