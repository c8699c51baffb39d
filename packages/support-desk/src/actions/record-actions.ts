import type { Prisma, Tx } from '@hub/database';
import { wayOfActing } from './acting-by';

/** What support can do; each is recorded. */
export type SupportActionName =
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
  | 'order.ask_again'
  | 'order.close_line'
  | 'order.end_hold'
  | 'order.correct_address'
  | 'return.release'
  | 'return.close'
  | 'stock.lift_block'
  | 'store.resume_calls'
  | 'event.send'
  | 'shop.apply'
  | 'shop.overrule'
  | 'shop.reroute'
  | 'shop.remove'
  | 'golive.rehearse'
  | 'golive.answer_task'
  | 'golive.end_rehearsal'
  | 'golive.confirm'
  | 'golive.overrule'
  | 'golive.sign_off'
  | 'catalogue.pull'
  | 'catalogue.accept'
  | 'routing_lab.start'
  | 'routing_lab.stop'
  | 'routing_policy.adopt'
  | 'routing_policy.withdraw'
  | 'alert.take'
  | 'alert.resolve'
  | 'case.take'
  | 'case.hand_over'
  | 'case.release'
  | 'case.note'
  | 'case.snooze'
  | 'case.wake'
  | 'case.link'
  | 'case.close'
  | 'environment.change'
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
  | 'door.set_bearer_token'
  | 'door.send_test_event';

export interface SupportActionReport {
  /** Who, such as `agent:ada` or `cli:root`. */
  actor: string;
  action: SupportActionName;
  /** What it was done to: `dead_letter:<id>`, `alert:<id>` and the like. */
  subjects: readonly string[];
  /** Figures and reasons, without personal data. */
  detail?: Prisma.InputJsonObject;
}

/** Adds to the trail of what support did, in the transaction that does it. Nothing takes a row of it away again. */
export async function recordActions(tx: Tx, report: SupportActionReport): Promise<void> {
  const { actor, action, subjects } = report;
  const detail = { ...report.detail, ...wayOfActing() };
  await tx.$executeRaw`
    INSERT INTO support_action (actor, action, subject, detail)
    SELECT ${actor}, ${action}, subject, ${JSON.stringify(detail)}::jsonb
    FROM unnest(${[...subjects]}::text[]) WITH ORDINALITY AS s (subject, place) ORDER BY place`;
}
