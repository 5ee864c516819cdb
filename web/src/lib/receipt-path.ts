/** Where the receipt of the decision at that log position is. */
export const receiptPath = (position: string): string => `/api/history/${position}/receipt`;
