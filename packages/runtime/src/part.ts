/** Something a service consists of while it runs: a connection, a consumer, a server, a pass. */
export interface Part {
  name: string;
  /** Whether the part can do its work now; a part without it is ready once it is there. */
  ready?(): boolean | Promise<boolean>;
  /** Whether it has work in hand that does not move; only counts while every dependency is there (D37). */
  stuck?(): boolean;
  /** Set for what lives outside of the process: a database, a broker. */
  dependency?: true;
  /** Told at once when the service is to stop, before any part is stopped: begins nothing new. Never waits. */
  beginStop?(): void;
  /** Ends the part's work in order: what has begun is finished or given back. */
  stop(): Promise<void>;
}
