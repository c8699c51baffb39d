import type { CatalogueFault, ShopHealth } from '@hub/desk/shops';
import { FaultsTable } from './faults-table';
import { ShopLink } from '../layout/shop-link';

export interface FaultsPageProps {
  shop: ShopHealth;
  faults: readonly CatalogueFault[];
  /** The rest of the list; null: it ends here. */
  next: string | null;
}

/** All faults of a shop's latest catalogue run, page by page. */
export function FaultsPage({ shop, faults, next }: FaultsPageProps) {
  return (
    <>
      <p>
        <ShopLink shop={shop.shop} name={shop.name} />
      </p>
      <h1>Faults of the last catalogue run</h1>
      {faults.length === 0 ? (
        <p class="panel">
          No fault: the catalogue validates{shop.catalogue ? '' : ', as far as it was ever read'}.
        </p>
      ) : (
        <FaultsTable faults={faults} />
      )}
      {next && (
        <p>
          <a href={next}>Further faults</a>
        </p>
      )}
    </>
  );
}
