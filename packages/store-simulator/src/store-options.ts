import type { Catalogue, CatalogueProduct } from './catalogue/catalogue';

/** What a platform reports back although the service caused it; all off by default. */
export interface Echoes {
  /** Changes of the `HUB_Network` figure: the service's own writes, and the platform's deduction on a sale. */
  inventory?: boolean | undefined;
  /** `order.created` of a shipping order, guarded against loops by its tag or by `hub_external_ref`. */
  orders?: 'tag' | 'external_ref' | undefined;
  /** `order.cancelled` of a shipping order that `POST /cancel` has stopped. */
  cancellations?: boolean | undefined;
  /** `return.created` of a return that `POST /returns` has registered. */
  returns?: boolean | undefined;
}

export interface StoreOptions {
  slug: string;
  /** ISO 3166-1 alpha-2; own orders are delivered here by default. */
  country: string;
  currency: string;
  bearerToken: string;
  signingSecret: string;
  /** Secrets that verify as well, while they are rotated (D2). */
  olderSecrets?: readonly string[] | undefined;
  hubLocationId: string;
  /** The physical locations; goods are taken from the first location that has them all, else from several in turn. */
  locations: string[];
  catalogue: Catalogue | CatalogueProduct[];
  /** When the store's own stock figure falls (D17): as a shipping order arrives (default), or as it ships. */
  deducts?: 'order' | 'shipment' | undefined;
  /** The service's event address (D1). Without it events are built and recorded, but not sent. */
  eventsUrl?: string | undefined;
  /** A free port of 127.0.0.1, where not given. */
  port?: number | undefined;
  echoes?: Echoes | undefined;
  /** Ships every shipping order automatically, whole, after this many milliseconds. */
  autoShip?: { afterMs: number; carrier?: string | undefined } | undefined;
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined;
  /** The wait before each attempt to deliver an event; the contract's, where not given. */
  deliveryDelaysMs?: number[] | undefined;
  /** Rules it breaks from the start, by the ids of their switches. */
  broken?: readonly string[] | undefined;
  /** Serves `/_control`, without credentials: for users and other processes of the same machine. */
  control?: boolean | undefined;
  /** Receives messages about what happens, as text; quiet by default. */
  onEvent?: ((text: string) => void) | undefined;
}
