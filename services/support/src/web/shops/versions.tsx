import type { ShopVersion } from '@hub/shops';
import { Time } from '../layout/time';

/** Who applied which sheet, and what it changed (D25); never the value of a secret. */
export function Versions({ versions, now }: { versions: readonly ShopVersion[]; now: number }) {
  if (versions.length === 0) return null;
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions of its sheet</h2>
      <ul class="panel">
        {versions.map((version) => (
          <li>
            <Time at={version.appliedAt} since={now} /> by {version.appliedBy}: {describe(version)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe({ first, changes }: ShopVersion): string {
  if (first) return 'the first sheet';
  return changes
    .map((change) =>
      'secret' in change
        ? `${change.field} changed`
        : `${change.field} ${change.from ?? 'none'} → ${change.to ?? 'none'}`,
    )
    .join('; ');
}
