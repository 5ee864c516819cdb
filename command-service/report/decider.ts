import { Refusal } from '#contracts/shared/errors';
import type { Recorded } from '#contracts/events';
import type { ReportEvent } from '#contracts/report/events';
import { limits } from '#contracts/shared/limits';
import type { Reportable, ReportReason } from '#contracts/report/words';

import type { Actor, Decider } from '#platform/commands/decider';
import { refuseOwn, refuseChanged, type Seen } from '../shared/rules.ts';

/** The reports on one target. Each map has the reporters' ids as keys and the ids of their reports as values. */
export interface Reports {
  readonly open: ReadonlyMap<string, string>;
  /**
   * The reports that the latest decision closed, and whose reporters have made no new one since; empty after that
   * decision was taken back.
   */
  readonly closed: ReadonlyMap<string, string>;
  /** The latest decision; null before the first, and after it was taken back. */
  readonly decision: 'upheld' | 'dismissed' | null;
}

export interface ReportTarget {
  readonly entityType: Reportable;
  readonly entityId: string;
}

export type ReportsCommand =
  | { readonly type: 'report'; readonly reportId: string; readonly reason: ReportReason }
  | { readonly type: 'uphold' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'reopen' };

export interface ReportsFacts extends ReportTarget {
  /** Who sent the target; empty if the actor does not see it and so may not report it. */
  readonly owners: readonly string[];
  /** False if the number of open reports on a target is not limited. */
  readonly isLimited: boolean;
  readonly seen?: Seen<Reports> | undefined;
}

export const reportsDecider: Decider<Reports, ReportsCommand, ReportsFacts, ReportEvent> = {
  initial: { open: new Map(), closed: new Map(), decision: null },
  evolve,
  extraBytes: ({ open, closed }) => 200 * (open.size + closed.size),
  decide,
};

function evolve(reports: Reports, event: Recorded<ReportEvent>): Reports {
  switch (event.type) {
    case 'content-reported.v1': {
      const { actor } = event.metadata;
      const closed = new Map([...reports.closed].filter(([by]) => by !== actor));
      return { ...reports, open: new Map(reports.open).set(actor, event.data.reportId), closed };
    }
    case 'reports-upheld.v1':
      return { open: new Map(), closed: reports.open, decision: 'upheld' };
    case 'reports-dismissed.v1':
      return { open: new Map(), closed: reports.open, decision: 'dismissed' };
    case 'reports-reopened.v1':
      return { open: new Map([...reports.closed, ...reports.open]), closed: new Map(), decision: null };
  }
}

/** Whether a report is open, or the latest reports were upheld. */
export const isReported = ({ open, decision }: Reports): boolean => open.size > 0 || decision === 'upheld';

function decide(
  reports: Reports,
  command: ReportsCommand,
  actor: Actor,
  { entityType, entityId, owners, isLimited, seen }: ReportsFacts,
): readonly ReportEvent[] {
  const target = { entityType, entityId };
  if (command.type === 'report') {
    if (owners.length === 0) throw new Refusal(`${entityType}-not-found`);
    if (reports.open.has(actor.userId)) return [];
    if (isLimited && reports.open.size >= limits.reportsOnItem) throw new Refusal('too-many-reports');
    const { reportId, reason } = command;
    return [{ type: 'content-reported.v1', data: { ...target, reportId, reason } }];
  }
  if (reports.open.size === 0 && reports.decision === null) throw new Refusal('report-not-found');
  refuseThoseConcerned(concernedBy(reports, command), actor, owners);
  if (command.type === 'reopen') {
    return reports.decision === null ? [] : [{ type: 'reports-reopened.v1', data: target }];
  }
  const decision = command.type === 'uphold' ? 'upheld' : 'dismissed';
  if (reports.open.size === 0) {
    if (reports.decision !== decision) throw new Refusal('already-decided');
    return [];
  }
  refuseChanged(seen, reports, ({ open }) => [...open.values()].sort());
  return [{ type: `reports-${decision}.v1`, data: target }];
}

/** The reports that a decision closes or, if it is taken back, those that are open then. */
function concernedBy({ open, closed }: Reports, { type }: ReportsCommand): Reports['open'] {
  if (type === 'reopen') return new Map([...closed, ...open]);
  return open.size > 0 ? open : closed;
}

/** The target's sender and its reporters may not decide about the reports. @throws Refusal `forbidden` */
function refuseThoseConcerned(reports: Reports['open'], actor: Actor, owners: readonly string[]): void {
  for (const by of [...owners, ...reports.keys()]) refuseOwn(actor, by);
}
