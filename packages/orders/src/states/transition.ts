/** Who carries out a transition: the service that decides it, or an agent. */
export type Actor = 'routing' | 'fulfilment' | 'returns' | 'cancellation' | 'support';

/** One line of a state table: a transition, and its reason. */
export interface Transition<State extends string, Need extends string = never> {
  /** None: the row is created here. */
  from: readonly State[];
  /** Null: the row is deleted. */
  to: State | null;
  by: readonly Actor[];
  /** The other conditions, in the same transaction. */
  needs?: readonly Need[];
  why: string;
}

/** The meaning of a state, for readers of the table. */
export interface StateMeaning {
  means: string;
}
