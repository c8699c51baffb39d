/** The desk's text about a kind of alert: what it means, and what an agent does about it. */
export interface AlertGuide {
  means: string;
  doThis: readonly string[];
  /** Title of its page among the runbooks. */
  runbook: string;
}
