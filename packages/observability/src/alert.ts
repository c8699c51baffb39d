import type { Duration, Pace } from './pace';
import type { Proof } from './proof/proof';

/** `page`: a person at once, at night too. `ticket`: within the working day. */
export type Severity = 'page' | 'ticket';

/** An alert of Prometheus, what shows that it is right, and where a person reads what to do. */
export interface Alert {
  name: string;
  severity: Severity;
  /** One sentence for whoever is woken; `{{ $labels.… }}` and `{{ $value }}` as Prometheus fills them in. */
  summary: string;
  expr: (pace: Pace) => string;
  /** How long it has to be so. */
  for: Duration;
  /** The page of `docs/operators/runbooks` (without `.md`). */
  runbook: string;
  /** Alerts that say why: while one of them fires, nobody hears of this one. */
  consequenceOf?: readonly string[];
  proof: Proof;
}
