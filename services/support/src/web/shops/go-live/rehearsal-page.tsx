import type { RehearsalView } from '@hub/desk/golive';
import { ChecksWithEvidence } from './checks-with-evidence';

/** One rehearsal of a shop, check by check. @param props.shop slug */
export function RehearsalPage({ shop, rehearsal }: { shop: string; rehearsal: RehearsalView }) {
  const goLive = `/shops/${shop}/golive`;
  return (
    <>
      <p>
        <a href={goLive}>Going live of {shop}</a>
      </p>
      <h1>
        Rehearsal of {shop} in {rehearsal.environment}
      </h1>
      <ChecksWithEvidence rehearsal={rehearsal} href={`${goLive}/rehearsals/${rehearsal.id}`} />
    </>
  );
}
