import {
  describeEvidence,
  SCORE_EXPLAINED,
  scoreText,
  type LinkConfidence,
  type LinkEvidence,
} from '@hub/desk/links';

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
      {scoreText(score)} <small>{confidence}</small>
    </>
  );
}

/** What a score means, and what it does not. */
export function ScoreExplained() {
  return (
    <details>
      <summary>{SCORE_EXPLAINED.title}</summary>
      <p>{SCORE_EXPLAINED.text}</p>
    </details>
  );
}
