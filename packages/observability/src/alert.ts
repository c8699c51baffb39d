import type { Duration, Pace } from './pace';
import type { Proof } from './proof';

/** `page`: wakes a person at once, at night too. `ticket`: within the working day. */
export type Severity = 'page' | 'ticket';

/** An alert of Prometheus, its proof, and its runbook. */
export interface Alert {
  name: string;
  severity: Severity;
  /** One sentence for the person who is woken; `{{ $labels.… }}` and `{{ $value }}` as Prometheus fills them in. */
  summary: string;
  expr: (pace: Pace) => string;
  /** How long the condition must hold. */
  for: Duration;
  /** The page of `docs/operators/runbooks` (without `.md`). */
  runbook: string;
  /** Alerts that are its cause: while one of them fires, this one is suppressed. */
  consequenceOf?: readonly string[];
  proof: Proof;
}
