import { Refusal } from '#contracts/shared/errors';
import { limits } from '#contracts/shared/limits';

/**
 * The store keeps the bytes of photos only a little longer than this.
 * @throws Refusal `restore-too-late` for what was deleted (ISO 8601) too long before `now`
 */
export function requireRestorable(deletedAt: string, now: Date): void {
  if (now.getTime() - Date.parse(deletedAt) > limits.restoreWithin) throw new Refusal('restore-too-late');
}
