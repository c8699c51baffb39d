/** What is wrong, and how to correct it; neither contains personal data or a secret. */
export interface Fault {
  seen: string;
  correct: string;
}

/** A request to the events address, as received. */
export interface EventMessage {
  path: string;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer;
  /** When the ingress received it, ms since the epoch; unset: the runner itself did, now. */
  receivedAt?: number;
}

/** What the runner answers, as the service would. */
export interface EventAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: object;
}

/** An event that arrived, its faults in each respect, and the answer to it. */
export interface Arrival {
  at: string;
  message: EventMessage;
  /** As far as it can be read, whatever is wrong with it. */
  event: string | null;
  eventId: string | null;
  data: Readonly<Record<string, unknown>>;
  faults: { signature: Fault | null; envelope: Fault | null; data: Fault | null };
  answer: EventAnswer;
  /** Whether the hub handled it, and the run only watched (D32). */
  watched: boolean;
}
