/** The id of an entity's row in a manage table. */
export const managedRowId = (id: string): string => `managed-${id}`;

/** The first button of a row, where the focus goes when the one that was pressed is there no more. */
export const firstButtonOf = (id: string): HTMLElement | null =>
  document.getElementById(managedRowId(id))?.querySelector('button') ?? null;
