import { CATALOGUE_STATES, type CatalogueFault, type ShopHealth } from '@hub/desk/shops';
import { listAddress } from '@hub/desk/engine';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { FaultsTable } from './faults-table';

export interface CatalogueRunProps {
  shop: ShopHealth;
  /** The first faults. */
  faults: readonly CatalogueFault[];
  now: number;
}

/** The latest run of the shop's catalogue (D14): its figures and faults. */
export function CatalogueRun({ shop, faults, now }: CatalogueRunProps) {
  const { catalogue: run } = shop;
  return (
    <section aria-labelledby="catalogue">
      <h2 id="catalogue">Last catalogue run</h2>
      {run ? (
        <div class="panel">
          <p>
            <State {...CATALOGUE_STATES[run.state]} />{' '}
            <Time at={run.finishedAt ?? run.requestedAt} since={now} />
          </p>
          <dl class="strip">
            <Figure name="Products" value={run.products} />
            <Figure name="Variants" value={run.variants} />
            <Figure name="Added" value={run.added} />
            <Figure name="Changed" value={run.changed} />
            <Figure name="Retired" value={run.retired} />
            <Figure name="Faults" value={run.faults} />
          </dl>
          {run.failure && <p>{run.failure}</p>}
          {run.state === 'refused' && <p>Nothing of it was applied: the catalogue before it still counts.</p>}
          {faults.length > 0 && <FaultsTable faults={faults} />}
          {run.faults > faults.length && faults.length > 0 && (
            <p>
              <a href={`/shops/${shop.shop}/faults`}>All {run.faults} faults</a>
            </p>
          )}
        </div>
      ) : (
        <p class="soft">Its catalogue was never read: nothing of it can be sold or shipped yet.</p>
      )}
      <p class="actions">
        <a href={`/shops/${shop.shop}/catalogue`}>All readings, and have it read now</a>
        <a href={listAddress('/unlinked', { shop: shop.shop })}>Its unlinked variants</a>
        <a href={listAddress('/links', { shop: shop.shop })}>Its proposed links</a>
      </p>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
