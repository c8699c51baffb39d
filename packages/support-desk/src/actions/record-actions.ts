import type { Prisma, Tx } from '@hub/database';
import { wayOfActing } from './acting-by';
import type { RecordedChange } from './recorded-change';

/** Actions that change a setting, or a state that only people change: each is recorded with its change. */
type ChangingActionName =
  | 'order.end_hold'
  | 'order.correct_address'
  | 'order.close_line'
  | 'package.correct'
  | 'order.promise'
  | 'return.release'
  | 'return.close'
  | 'stock.lift_block'
  | 'link.decide'
  | 'store.resume_calls'
  | 'shop.apply'
  | 'shop.remove'
  | 'shop.pause'
  | 'shop.unpause'
  | 'golive.confirm'
  | 'golive.overrule'
  | 'golive.sign_off'
  | 'routing_policy.adopt'
  | 'routing_policy.withdraw'
  | 'case.take'
  | 'case.hand_over'
  | 'case.release'
  | 'case.snooze'
  | 'case.wake'
  | 'case.link'
  | 'case.close'
  | 'environment.change'
  | 'door.set_bearer_token'
  | 'door.pause'
  | 'door.unpause'
  | 'vat.set';

/** Views, and actions that request work or whose name says all that they change. Actions that change a setting are above. */
type OtherActionName =
  | 'dead_letter.replay'
  | 'dead_letter.discard'
  | 'dead_letter.restore'
  | 'dead_letter.reveal'
  | 'dead_letter.edit'
  | 'dead_letter.revert_edit'
  | 'bulk_run.replay'
  | 'bulk_run.discard'
  | 'bulk_run.restore'
  | 'bulk_run.pause'
  | 'bulk_run.resume'
  | 'bulk_run.stop'
  | 'event.reveal'
  | 'work.resume'
  | 'order.search_by_email'
  | 'order.reveal'
  | 'order.reroute'
  | 'order.settle_has'
  | 'order.settle_has_not'
  | 'order.settle_stopped'
  | 'order.settle_shipped'
  | 'order.end_rest'
  | 'order.take_back'
  | 'order.close_event'
  | 'order.ask_again'
  | 'event.send'
  | 'shop.overrule'
  | 'shop.reroute'
  | 'golive.rehearse'
  | 'golive.answer_task'
  | 'golive.end_rehearsal'
  | 'catalogue.pull'
  | 'catalogue.accept'
  | 'routing_lab.start'
  | 'routing_lab.stop'
  | 'alert.take'
  | 'alert.resolve'
  | 'case.note'
  | 'restore.reconcile'
  | 'restore.list'
  | 'restore.close'
  | 'customer.export'
  | 'customer.erase'
  | 'desk.sign_in'
  | 'desk.sign_in_refused'
  | 'desk.sign_out'
  | 'desk.issue_token'
  | 'desk.revoke_token'
  | 'door.link'
  | 'door.sign_in'
  | 'door.sign_out'
  | 'door.issue_token'
  | 'door.revoke_token'
  | 'door.reveal'
  | 'door.cannot_ship'
  | 'door.read_catalogue'
  | 'door.send_test_event';

/** What support can do; each is recorded. */
export type SupportActionName = ChangingActionName | OtherActionName;

interface CommonReport {
  /** Who, such as `agent:ada` or `cli:root`. */
  actor: string;
  /** The subject: `dead_letter:<id>`, `alert:<id>` and the like. */
  subjects: readonly string[];
  /** Figures and reasons, without personal data. */
  detail?: Prisma.InputJsonObject;
}

export type SupportActionReport = CommonReport &
  (
    | { action: ChangingActionName; changes: readonly RecordedChange[] }
    | { action: OtherActionName; changes?: never }
  );

/** Adds to the trail of support's actions, in the transaction of the action. Its rows are never deleted. */
export async function recordActions(tx: Tx, report: SupportActionReport): Promise<void> {
  const { actor, action, subjects, changes } = report;
  const detail = { ...report.detail, ...wayOfActing() };
  await tx.$executeRaw`
    INSERT INTO support_action (actor, action, subject, detail, changes)
    SELECT ${actor}, ${action}, subject, ${JSON.stringify(detail)}::jsonb, ${changes ? JSON.stringify(changes) : null}::jsonb
    FROM unnest(${[...subjects]}::text[]) WITH ORDINALITY AS s (subject, place) ORDER BY place`;
}
