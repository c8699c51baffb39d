import type { CatalogueRunState } from '@hub/database';

/** What the shop's sheet says of its locations (D25). */
export interface SheetLocations {
  hubNetworkLocationId: string;
  /** The physical ones. */
  locations: readonly string[];
}

/** A run, with the current sheet of its shop. */
export interface CatalogueRun {
  id: string;
  shopId: number;
  slug: string;
  state: CatalogueRunState;
  sheet: SheetLocations;
  /** No run of the shop was accepted yet. */
  isFirst: boolean;
  checkImages: boolean;
  /** Of the next page; null: the first. */
  cursor: string | null;
  /** Read so far. */
  pages: number;
  products: number;
  variants: number;
  faultCount: number;
  readAt: Date | null;
  leaseUntil: Date | null;
  stalledSince: Date | null;
  retirementAcceptedAt: Date | null;
  /** The revision of its shop when it was requested: its figures are later than every interruption up to it (D16). */
  shopRevision: bigint;
}

/** A run that this worker holds by its lease, to read its pages. */
export interface ReadingRun extends CatalogueRun {
  /** The lease, and the proof of it: a worker that takes over the run writes another. */
  leaseUntil: Date;
  /**
   * The database's time before the next page is requested: compared with the times at which events were received, which
   * are also the database's (D14).
   */
  askedAt: Date;
}
