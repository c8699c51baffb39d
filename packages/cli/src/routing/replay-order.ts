import { print, printTable } from '../output';
import type { ResultOf } from '../desk/with-desk';

export function printReplayedOrder({ policy, decisions }: ResultOf<'route.replay'>): void {
  for (const decision of decisions) {
    print(
      `decided ${decision.decided_at} by ${decision.policy_then.version} (bands of ${decision.policy_then.band_km} km); ` +
        `replayed by ${policy.version} (${policy.band_km} km), with no effect`,
    );
    printTable(
      ['line', 'was', 'would be', '', 'ranking'],
      decision.lines.map((line) => [
        line.line_item_id,
        line.was ?? 'waits',
        line.would_be ?? 'waits',
        line.certain ? (line.differs ? 'differs' : 'same') : 'cannot be known',
        line.ranking.map(({ shop }) => shop).join(', ') +
          (line.shops_left_out > 0 ? ` (${line.shops_left_out} more, whose figures are not kept)` : ''),
      ]),
    );
    const differing = decision.lines.filter(({ differs, certain }) => differs && certain).length;
    const untold = decision.lines.filter(({ certain }) => !certain).length;
    print(
      `${differing} of ${decision.lines.length} line(s) differ` +
        (untold > 0
          ? `; of ${untold} it cannot be known: distances are kept to 100 m, and the best ten shops`
          : ''),
    );
  }
}
