import { percent, whyRuledOut, whyWaiting } from '@hub/desk/words';
import type { ResultOf } from '../desk/with-desk';
import { print, printTable } from '../output';
import { writtenCriteria } from './written-criteria';
import { counted } from '../counted';

type DecisionDescription = Extract<ResultOf<'route.try'>, { outcome: 'accepted' }>['decision'];

type Line = DecisionDescription['lines'][number];

/** Why each line is routed where it is (D19), as text, in the order in which the lines were decided. */
export function printDecision(decision: DecisionDescription): void {
  const { policy, consumer_vat: vat } = decision;
  print(
    `policy ${policy.version}: ${writtenCriteria(policy.criteria)}, then the shop's number` +
      (decision.with_coordinates ? '' : '; no coordinates given: distances have no effect'),
  );
  print(
    `to ${decision.destination_country}, ${vat === null ? 'whose VAT rate is not known' : `VAT ${percent(vat)}`}` +
      (decision.mode === 'dry_run' ? '; a dry run: nothing is sent or reserved' : ''),
  );
  for (const line of decision.lines) printLine(line);
}

function printLine(line: Line): void {
  print('');
  print(
    `line ${line.line_item_id}, ${counted(line.quantity, 'piece')} of ${line.article ?? 'no article'}: ${endOf(line)}`,
  );
  if (line.candidates.length > 0) {
    printTable(
      ['rank', 'shop', 'variant', 'free', 'distance', 'parcel'],
      line.candidates.map((shop) => [
        String(shop.rank),
        shop.shop,
        shop.variant_id,
        String(shop.free_stock),
        shop.distance_km === null ? 'not known' : `${shop.distance_km} km`,
        shop.has_parcel ? 'has one' : '',
      ]),
    );
  }
  for (const shop of line.ruled_out)
    print(
      `ruled out: ${shop.shop} ${whyRuledOut(shop.reason)} (${shop.variant_id}, ${shop.free_stock} free)`,
    );
  const { candidates, ruled_out: ruledOut } = line.counted;
  if (candidates > 0) print(`${candidates} more could ship it, ranked lower: not kept one by one`);
  for (const [reason, shops] of Object.entries(ruledOut))
    print(`ruled out besides: ${shops} ${whyRuledOut(reason)}`);
}

function endOf(line: Line): string {
  if (line.chosen) return `shipped by ${line.chosen.shop}`;
  return line.waits_for === null ? 'waits' : `waits: ${whyWaiting(line.waits_for)}`;
}
