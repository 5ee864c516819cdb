/** What a person may report, and why. */
export const reportable = ['city', 'location', 'photo'] as const;
export type Reportable = (typeof reportable)[number];
export const reportReasons = ['gone', 'wrong', 'duplicate', 'inappropriate', 'copyright', 'other'] as const;
export const reportStatuses = ['open', 'upheld', 'dismissed'] as const;
export type ReportReason = (typeof reportReasons)[number];
