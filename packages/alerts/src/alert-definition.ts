/** A kind of alert, defined once: page, list, case, runbook and command read it from here. */
export interface AlertDefinition {
  name: string;
  means: string;
  /** What an agent does about it, a sentence each. */
  doThis: readonly string[];
  /** Of the runbooks: the page in which its own is listed. */
  chapter: string;
  /** The order's own state shows it, with what can be done about it. */
  shownByOrder?: true;
  /** While calls to its shop's store are suspended, the store is the cause. */
  behindStore?: true;
  /** One case for each code of the answer (D10). */
  aCaseForEachCode?: true;
  /** Its runbook says more than the one of a case that it belongs to. */
  explainsMore?: true;
}
