/** Who carries a transition out: the service that decides it, or an agent. */
export type Actor = 'routing' | 'fulfilment' | 'returns' | 'cancellation' | 'support';

/** One line of a state table: what leads where, and why. */
export interface Transition<State extends string, Need extends string = never> {
  /** None: the row begins its life here. */
  from: readonly State[];
  /** Null: the row is deleted. */
  to: State | null;
  by: readonly Actor[];
  /** What must hold besides, in the same transaction. */
  needs?: readonly Need[];
  why: string;
}

/** What a state means, for those who read the table. */
export interface StateMeaning {
  means: string;
}
