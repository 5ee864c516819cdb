import { randomUUID } from 'node:crypto';
import { nameBasedId } from '#platform/commands/name-based-id';
import type { DomainEvent } from '#contracts/events';
import type { Seen } from './rules.ts';
import type { FoldedStreams, Folding, Loaded } from '#platform/commands/folded-streams';
import type { CommandContext, CommandOptions } from '#platform/commands/handle-command';

const namespace = '5f1c7a52-3f0e-4c8e-9d55-6b3f0b1f7c11';

/**
 * The id of a request's command. It is the same for the same person, idempotency key and fingerprint (a hash of
 * operation and body); without a key it is new. `idempotent`: undefined for a request without a key.
 */
export const commandIdOf = (
  userId: string,
  idempotent: { readonly key: string; readonly fingerprint: string } | undefined,
): string =>
  idempotent === undefined
    ? randomUUID()
    : nameBasedId(`${userId} ${idempotent.key} ${idempotent.fingerprint}`, namespace);

/** The id of a request's second command. Events of two streams may not share an id, so the second needs its own. */
export const secondCommandIdOf = (commandId: string): string => nameBasedId('second', commandId);

/** The id of the command for one item of a batch. It stays the same when the batch is sent again. */
export const itemCommandIdOf = (commandId: string, index: number): string =>
  nameBasedId(`item ${index}`, commandId);

/** The batch id of the undo of a batch. Its events show that the batch was undone. */
export const undoIdOf = (batchId: string): string => nameBasedId('undo', batchId);

/** The id of the entity that a command creates. */
export const entityIdOf = (commandId: string): string => nameBasedId('entity', commandId);

/** The id of a photo: the same picture on the same location is the same photo. */
export const photoIdOf = (locationId: string, sha256: string): string => nameBasedId(sha256, locationId);

export interface CommandResult {
  readonly id: string;
  /** Position of the command's last event or, if it changed nothing, of its stream's last event. */
  readonly position: bigint;
  readonly changed: boolean;
}

/** Why a moderator declines something. `duplicateOf`: the other one that it duplicates, which must exist. */
export interface Rejection {
  readonly reason?: string | null | undefined;
  readonly duplicateOf?: string | null | undefined;
}

/** What the moderator had seen of the loaded stream; undefined if the request named no revision. */
export async function seenOf<State, Event extends DomainEvent>(
  streams: FoldedStreams,
  decider: Folding<State, Event>,
  stream: string,
  loaded: Loaded<State>,
  { seen }: CommandContext,
): Promise<Seen<State> | undefined> {
  if (seen === undefined) return undefined;
  const state = await streams.stateAt(decider, stream, loaded, BigInt(seen));
  return { state, current: loaded.revision === 'none' ? 0 : Number(loaded.revision) };
}

/** Limits what each person may have waiting for review. */
export interface WaitingLimit {
  /**
   * Options for a command of that person: they count a new waiting item before it is appended. `admit` throws Refusal
   * `too-much-waiting`.
   */
  of<State, Event extends DomainEvent>(
    context: CommandContext,
  ): Required<Pick<CommandOptions<State, Event>, 'admit' | 'release'>>;
}
