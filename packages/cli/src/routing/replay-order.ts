import { whyLabel } from '@hub/desk/words';
import { print, printTable } from '../output';
import type { ResultOf } from '../desk/with-desk';
import { writtenCriteria } from './written-criteria';
import { counted } from '../counted';

type Replayed = ResultOf<'route.replay'>;
type Policy = Replayed['policy'];

/** What another policy would have chosen: decision by decision, then side by side. */
export function printReplayed(replayed: Replayed): void {
  for (const decision of replayed.decisions) {
    const { policy, against } = replayed;
    print(
      `decided ${decision.decided_at} by ${named(decision.policy_then)}; replayed by ${named(policy)}` +
        `${against ? ` against ${named(against)}` : ''}, with no effect`,
    );
    printTable(
      ['line', 'was', 'would be', '', 'ranking'],
      decision.lines.map((line) => [
        line.line_item_id,
        line.was ?? 'waits',
        line.would_be ?? 'waits',
        line.certain ? differenceOf(line.why) : 'cannot be known',
        line.ranking.map(({ shop }) => shop).join(', ') +
          (line.shops_left_out > 0 ? ` (${line.shops_left_out} more, whose figures are not kept)` : ''),
      ]),
    );
    const differing = decision.lines.filter(({ differs, certain }) => differs && certain).length;
    const unknown = decision.lines.filter(({ certain }) => !certain).length;
    print(
      `${differing} of ${counted(decision.lines.length, 'line')} differ` +
        (unknown > 0
          ? `; of ${unknown} it cannot be known: distances are kept to 100 m, and the best ten shops`
          : ''),
    );
    print('');
  }
  printSides(replayed);
  if (replayed.decisions.length === 0) printElsewhere(replayed);
}

function named({ version, criteria }: Policy): string {
  return `${version} (${writtenCriteria(criteria)})`;
}

function differenceOf(why: Replayed['decisions'][number]['lines'][number]['why']): string {
  return why === null ? 'same' : `differs: ${whyLabel(why)}`;
}

function printSides({ figures, policy, against }: Replayed): void {
  const { was, would_be: becomes } = figures;
  const left = figures.cannot_be_known + figures.of_dry_runs + figures.cannot_be_read;
  print(
    `${counted(figures.decisions, 'decision')} compared, ${figures.differ} of them differ` +
      (left > 0
        ? `; in neither column: ${figures.cannot_be_known} that cannot be known, ${figures.of_dry_runs} of dry runs, ${figures.cannot_be_read} that cannot be read`
        : ''),
  );
  const shops = [...new Set([...was.shops, ...becomes.shops].map(({ shop }) => shop))];
  const ordersAt = (side: typeof was, name: string) =>
    String(side.shops.find(({ shop }) => shop === name)?.orders ?? 0);
  printTable(
    ['', against?.version ?? 'as decided', policy.version],
    [
      ['kilometres', String(was.kilometres), String(becomes.kilometres)],
      ['parcels', String(was.parcels), String(becomes.parcels)],
      ['lines that wait', String(was.lines_waiting), String(becomes.lines_waiting)],
      ['shops', String(was.shops.length), String(becomes.shops.length)],
      ...shops.map((shop) => [`orders at ${shop}`, ordersAt(was, shop), ordersAt(becomes, shop)]),
    ],
  );
}

function printElsewhere({ elsewhere }: Replayed): void {
  if (elsewhere.length === 0) return;
  print('');
  printTable(
    ['order', 'sold by', 'line', 'was', 'would be', 'why'],
    elsewhere.map((line) => [
      line.order_id,
      line.shop,
      line.line_item_id,
      line.was ?? 'waits',
      line.would_be ?? 'waits',
      line.why === null ? '' : whyLabel(line.why),
    ]),
  );
}
