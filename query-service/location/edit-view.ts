import { isSameValue } from '#contracts/shared/changes';
import type { FieldContent } from '#contracts/shared/coordinates';
import { pickFields } from '#contracts/shared/entity-fields';
import { locationFields } from '#contracts/location/fields';
import type { EditForReview, PendingEdit } from '#contracts/location/views';
import type { Submitter } from '#contracts/account/views';
import type { CityDocument, EditDocument, LocationDocument } from '#contracts/read-models';

export const toEdit = (edit: EditDocument): PendingEdit => ({
  id: edit.id,
  userId: edit.userId,
  entityType: 'location',
  entityId: edit.originId,
  action: 'update',
  data: { ...edit.changes },
  status: edit.status,
  reason: edit.reason,
  reviewedBy: edit.reviewedBy,
  reviewedAt: edit.reviewedAt,
  createdAt: edit.createdAt,
});

export interface EditContext {
  readonly location: LocationDocument | undefined;
  readonly city: CityDocument | undefined;
  readonly submitter: Submitter | null;
}

export const toEditForReview = (
  edit: EditDocument,
  { location, city, submitter }: EditContext,
): EditForReview => ({
  ...toEdit(edit),
  locationName: location?.name ?? '',
  cityName: city?.name ?? '',
  conflicts: location === undefined ? {} : conflictsOf(edit, location),
  submitter,
});

/** The fields whose current value differs from the one that the edit was based on, with the current value. */
export function conflictsOf(edit: EditDocument, location: LocationDocument): Record<string, FieldContent> {
  const now: Readonly<Record<string, FieldContent>> = pickFields(locationFields, location);
  const conflicts: Record<string, FieldContent> = {};
  for (const [field, { from }] of Object.entries(edit.changes)) {
    const value = now[field];
    if (value !== undefined && !isSameValue(value, from)) conflicts[field] = value;
  }
  return conflicts;
}
