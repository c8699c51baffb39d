import { caseReason, caseTitle, entryLabel, extent, problemOf } from '@hub/desk/words';
import type { ResultOf } from '../desk/with-desk';
import { print, printTable } from '../output';

/** A case for people: what failed, what is in it, what happened to it. */
export function printCase(shown: ResultOf<'case.show'>): void {
  const { cause, shop, about, state, owner, orders, in_difficulty: inDifficulty, ticket } = shown;
  const why = caseReason({ kind: cause, about });
  print(`${caseTitle({ kind: cause, about, shopName: shop })}${why === null ? '' : `: ${why}`}`);
  print(`${state}, ${owner === null ? 'unassigned' : `with ${owner}`}; ${extent({ orders, inDifficulty })}`);
  if (shown.snoozed_until !== null) print(`snoozed until ${shown.snoozed_until}`);
  if (ticket !== null) print(`ticket: ${ticket}`);
  if (shown.merged_into !== null) print(`goes on in ${shown.merged_into}`);
  part(
    ['order', 'of', 'what', 'why', 'store', 'since'],
    shown.at_risk.map((risk) => [
      risk.order_id ?? '',
      risk.shop,
      problemOf(risk.situation).one,
      risk.reason ?? '',
      risk.store ?? '',
      risk.since,
    ]),
  );
  part(
    ['failed message', 'type', 'why', 'state'],
    shown.dead_letters.map(({ id, type, reason, state: stands }) => [id, type, reason, stands]),
  );
  part(
    ['alert', 'kind', 'what'],
    shown.alerts.map(({ id, kind, message }) => [id, kind, message]),
  );
  part(
    ['when', 'who', 'what', 'note'],
    shown.history.map(({ at, actor, kind, text }) => [at, actor ?? '', entryLabel(kind), text ?? '']),
  );
}

function part(head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  print('');
  printTable(head, rows);
}
