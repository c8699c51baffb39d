import type { KitStorage } from '../storage';

/** A rule that every storage of the kit keeps. `play` rejects where it does not; it wants a storage in which nothing is yet. */
export interface StorageRule {
  rule: string;
  play<Tx>(storage: KitStorage<Tx>): Promise<void>;
}
