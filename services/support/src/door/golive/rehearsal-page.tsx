import type { RehearsalView } from '@hub/desk/golive';
import { ChecksWithEvidence } from '../../web/shops/go-live/checks-with-evidence';

/** One rehearsal, check by check. */
export function RehearsalPage({ rehearsal }: { rehearsal: RehearsalView }) {
  return (
    <>
      <p>
        <a href="/golive">Going live</a>
      </p>
      <h1>Rehearsal</h1>
      <ChecksWithEvidence rehearsal={rehearsal} href={`/golive/rehearsals/${rehearsal.id}`} />
    </>
  );
}
