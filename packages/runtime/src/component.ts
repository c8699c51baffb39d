/** A component of a running service: a connection, a consumer, a server, a sweep. */
export interface Component {
  name: string;
  /** Whether the component can do its work now; a component without it is ready once it is started. */
  ready?(): boolean | Promise<boolean>;
  /** Whether it has work in flight that does not progress; only counts while every dependency is up (D37). */
  stuck?(): boolean;
  /** Set for a whole service that runs beside others in one process: its components so far. */
  readonly within?: readonly Component[];
  /** Set for components outside the process: a database, a broker. */
  dependency?: true;
  /** Called at once when the service stops, before any component is stopped: starts nothing new. Never waits. */
  beginStop?(): void;
  /** Ends the component's work in order: started work is finished or returned. */
  stop(): Promise<void>;
}
