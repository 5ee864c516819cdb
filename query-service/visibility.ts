import type { Viewer } from '#contracts/parse';
import type { CityDocument, LocationDocument } from '#projections/read-store/index';

/** What is deleted is shown in the administrator's lists and histories alone, never on a page of its own. */
const isOwnOrAdmin = (entity: CityDocument | LocationDocument, viewer: Viewer): boolean =>
  entity.status !== 'deleted' && viewer !== null && (viewer.isAdmin || viewer.userId === entity.submittedBy);

export const maySeeCity = (city: CityDocument, viewer: Viewer): boolean =>
  city.status === 'approved' || isOwnOrAdmin(city, viewer);

export const maySeeLocation = (location: LocationDocument, viewer: Viewer): boolean =>
  location.public || isOwnOrAdmin(location, viewer);
