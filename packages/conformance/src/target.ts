/** The store a rehearsal is played against; most of it is on the environment sheet (D25). */
export interface Target {
  storeApiRoot: string;
  bearerToken: string;
  /** The first one signs; the store verifies the older ones too while secrets rotate (D2). */
  signingSecrets: readonly [string, ...string[]];
  hubNetworkLocationId: string;
  /** The agreed physical locations; empty where they are not known: then those of the catalogue. */
  locations: readonly string[];
  currency: string;
  /** Where the rehearsal's shipping orders go. */
  country: string;
  /**
   * Variants that orders may name and whose network quantity may be written; empty: the runner chooses from the
   * catalogue.
   */
  testVariants: readonly string[];
  /** The code of this run, in every sale made for it (D32). */
  runCode: string;
  shopSlug: string | null;
  environment: 'test' | 'production' | null;
  /** Whether the run puts network quantities back itself; else the hub writes them again when the run is over (D32). */
  restoresNetwork: boolean;
  /** The shop already trades, so its network quantities need not be 0. */
  trades: boolean;
  /** Plain HTTP and addresses that are not public, for tests. */
  allowInsecure: boolean;
  /** Fetches the catalogue's images from this origin instead of their own, for a store that is not public yet. */
  imagesVia: string | null;
  /** Of one attempt. */
  timeoutMs: number;
  /** The first pause before another attempt; it grows from there. */
  retryBaseMs: number;
}
