import { describeEvidence, type LinkConfidence, type LinkEvidence } from '@hub/support-desk';
import { percent } from './link-labels';

/** What speaks for and against a pair. */
export function Evidence({ evidence }: { evidence: LinkEvidence }) {
  return <EvidenceList {...describeEvidence(evidence)} />;
}

export function EvidenceList({ pro, contra }: { pro: readonly string[]; contra: readonly string[] }) {
  return (
    <ul class="plain">
      {pro.map((label) => (
        <li>
          <span class="good">For:</span> {label}
        </li>
      ))}
      {contra.map((label) => (
        <li>
          <span class="warn">Against:</span> {label}
        </li>
      ))}
    </ul>
  );
}

export function Score({ score, confidence }: { score: number; confidence: LinkConfidence }) {
  return (
    <>
      {percent(score)} <small>{confidence}</small>
    </>
  );
}

/** What a score means, and what it does not. */
export function ScoreExplained() {
  return (
    <details>
      <summary>What the score means</summary>
      <p>
        A score of 90&nbsp;% says: of a hundred pairs that read as much alike, about ninety are the same
        article. It was measured with catalogues whose articles are known. It goes by brand, title, size,
        colours, models and SKU; price, stock and the shop play no part. <strong>Sure</strong> is a score of
        95&nbsp;% or more with no other variant near it. <strong>Likely</strong>: look at both.{' '}
        <strong>Possible</strong>: look closely. A pair that differs in size, pack, colour or model is not
        proposed at all. However high the score, no pair is linked unless people decide.
      </p>
    </details>
  );
}
