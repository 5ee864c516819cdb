import type { City } from '#contracts/city/views';
import { limits } from '#contracts/shared/limits';

import { reportFailure, type Thunk } from '../../lib/session-calls.ts';
import { locationApi } from '../location/api.ts';
import { downloadGpx } from './gpx.ts';

/** Downloads a city's places, the newest 500. */
export const downloadCity =
  ({ id, name }: Pick<City, 'id' | 'name'>): Thunk =>
  async (dispatch) => {
    const asked = locationApi.endpoints.listLocations.initiate({ city: id, limit: limits.pageMost });
    const answer = await dispatch(asked);
    if (answer.data === undefined) reportFailure(answer.error, 'The places could not be loaded');
    else downloadGpx(name, answer.data.items);
  };
