import type { DecisionItem } from '#contracts/moderation/commands';
import { Refusal } from '#contracts/shared/errors';

import type { CommandContext } from '#platform/commands/handle-command';
import type { ChangeCommands } from './change-commands.ts';
import type { CityCommands } from '../city/commands.ts';
import type { CommandResult } from '../shared/commands.ts';
import type { LocationCommands } from '../location/commands.ts';
import type { PhotoCommands } from '../photo/commands.ts';
import type { ReportCommands } from '../report/commands.ts';

/** The commands that make decisions and undo them. */
export interface DecidedBy {
  readonly city: CityCommands;
  readonly location: LocationCommands;
  readonly photo: PhotoCommands;
  readonly change: ChangeCommands;
  readonly report: ReportCommands;
}

/** The commands that cities and locations have in common. */
interface DecidedEntity {
  changeStatus(
    id: string,
    command: { readonly type: 'approve' } | { readonly type: 'reject'; readonly reason: string | null },
    context: CommandContext,
  ): Promise<CommandResult>;
  readonly rejectAsDuplicate: CityCommands['rejectAsDuplicate'];
}

/** Carries out a moderator's decision about one item. @throws Refusal when it may not be done */
export async function decideItem(
  by: DecidedBy,
  item: DecisionItem,
  request: CommandContext,
): Promise<CommandResult> {
  const context = { ...request, seen: item.revision };
  const { id, entityType, entityId, reason = null } = item;
  const isApproval = item.decision === 'approve';
  switch (item.kind) {
    case 'city':
    case 'location':
      return decideEntity(by[item.kind], item, context);
    case 'edit':
      return decideEdit(by.location, item, context);
    case 'photo':
      return isApproval ? by.photo.review(id, context) : by.photo.remove(id, reason, context);
    case 'change': {
      if (entityType === 'photo') throw new Refusal('change-not-found');
      const change = { id, entityType, entityId };
      return isApproval ? by.change.review(change, context) : by.change.revert(change, reason, context);
    }
    case 'report': {
      const reported = { entityType, entityId };
      return isApproval ? by.report.uphold(reported, context) : by.report.dismiss(reported, context);
    }
  }
}

function decideEntity(
  entity: DecidedEntity,
  { id, decision, reason = null, duplicateOf }: DecisionItem,
  context: CommandContext,
): Promise<CommandResult> {
  if (decision === 'approve') return entity.changeStatus(id, { type: 'approve' }, context);
  if (duplicateOf === undefined || duplicateOf === null)
    return entity.changeStatus(id, { type: 'reject', reason }, context);
  return entity.rejectAsDuplicate(id, { reason, duplicateOf }, context);
}

function decideEdit(
  location: LocationCommands,
  { id: editId, entityId, decision, reason = null, force = false, fields, values }: DecisionItem,
  context: CommandContext,
): Promise<CommandResult> {
  if (decision === 'reject') {
    return location.changeStatus(entityId, { type: 'reject-edit', editId, reason }, context);
  }
  const chosen = { ...(fields !== undefined && { fields }), ...(values !== undefined && { values }) };
  return location.changeStatus(entityId, { type: 'approve-edit', editId, force, ...chosen }, context);
}
