/** What a person may report, and why. */
export const reportable = ['city', 'location', 'photo'] as const;
export type Reportable = (typeof reportable)[number];
/** The id that all reports on an item share. */
export const reportsId = ({ entityType, entityId }: Readonly<Record<'entityType' | 'entityId', string>>) =>
  `${entityType}-${entityId}`;
export const reportReasons = ['gone', 'wrong', 'duplicate', 'inappropriate', 'copyright', 'other'] as const;
export const reportStatuses = ['open', 'upheld', 'dismissed'] as const;
export type ReportReason = (typeof reportReasons)[number];
