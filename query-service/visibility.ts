import type { Viewer } from '#contracts/parse';
import type { CityDocument } from '#contracts/read-models';

/** Deleted entities appear only in the administrator's lists and histories, never on a page of their own. */
export const maySeeCity = ({ status, submittedBy }: CityDocument, viewer: Viewer): boolean =>
  status === 'approved' ||
  (status !== 'deleted' && viewer !== null && (viewer.canModerate || viewer.userId === submittedBy));
