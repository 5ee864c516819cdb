import type { Dispatch } from '../../lib/store.ts';
import { opinionApi } from './api.ts';

const { favorite, unfavorite } = opinionApi.endpoints;

/** Gives or takes back the viewer's heart for a location. @throws the server's refusal */
export async function giveHeart(dispatch: Dispatch, id: string, isGiven: boolean): Promise<void> {
  const options = { track: false } as const;
  const change: { unwrap: () => Promise<unknown> } = isGiven
    ? dispatch(favorite.initiate(id, options))
    : dispatch(unfavorite.initiate(id, options));
  await change.unwrap();
}
