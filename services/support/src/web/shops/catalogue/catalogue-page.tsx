import { CATALOGUE_RUN_COLUMNS, type HealthOfDay, type ListedCatalogueRun } from '@hub/desk/catalogue';
import { listAddress } from '@hub/desk/engine';
import type { ShopHealth } from '@hub/desk/shops';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Live } from '../../layout/live';
import { ShopLink } from '../../layout/shop-link';
import { TableOf } from '../../lists/list-table';
import { LinkTrend } from '../link-trend';
import { AskedRun } from './asked-run';

export interface CataloguePageProps {
  shop: ShopHealth;
  /** The newest first. */
  runs: readonly ListedCatalogueRun[];
  /** Day by day, the oldest first. */
  health: readonly HealthOfDay[];
  /** The reading that this person has just asked for, or accepted: an id. */
  asked: string | undefined;
  viewer: Viewer;
  now: number;
}

/** Runs of a shop's catalogue (D14): start one, see its results, accept one that waits. */
export function CataloguePage({ shop, runs, health, asked, viewer, now }: CataloguePageProps) {
  const page = `/shops/${shop.shop}/catalogue`;
  const isOpen = runs.some(({ state }) => state === 'queued' || state === 'reading');
  return (
    <>
      <p>
        <ShopLink shop={shop.shop} name={shop.name} />
      </p>
      <h1>Catalogue of {shop.name}</h1>
      <Pull shop={shop} viewer={viewer} />
      <Live
        id="readings"
        href={asked === undefined ? page : `${page}?asked=${asked}`}
        seconds={isOpen ? 2 : 20}
      >
        <AskedRun run={runs.find(({ id }) => id === asked)} />
        <Waiting page={page} run={runs.find(isWaiting)} viewer={viewer} />
        {runs.length === 0 ? (
          <p>It was never read: nothing of it can be sold or shipped yet.</p>
        ) : (
          <>
            <TableOf
              label="Readings of the catalogue"
              columns={CATALOGUE_RUN_COLUMNS}
              rows={runs}
              now={now}
            />
            <p>
              <a href={listAddress('/catalogue-runs', { shop: shop.shop })}>All catalogue runs</a>
            </p>
          </>
        )}
        {(runs[0]?.faultCount ?? 0) > 0 && (
          <p>
            <a href={`/shops/${shop.shop}/faults`}>Faults of the last reading</a>
          </p>
        )}
        <LinkTrend days={health} />
      </Live>
    </>
  );
}

function isWaiting({ state, retirementAcceptedAt }: ListedCatalogueRun): boolean {
  return state === 'waiting' && retirementAcceptedAt === null;
}

function Pull({ shop, viewer }: { shop: ShopHealth; viewer: Viewer }) {
  if (shop.capabilities.products === 'off')
    return <p class="panel">Its capability products is off: its catalogue is not read.</p>;
  if (!may(viewer, 'agent')) return <p class="soft">An agent may have it read now.</p>;
  return (
    <ActionForm action={`/shops/${shop.shop}/catalogue`} label="Read the catalogue" class="panel">
      <p>
        <label>
          <input name="check_images" type="checkbox" value="yes" /> Fetch every image too
        </label>
      </p>
      <div class="actions">
        <button type="submit">Read it now</button>
        <span class="soft">
          One that is being read goes on; one that waits to be accepted gives way to the new one.
        </span>
      </div>
    </ActionForm>
  );
}

function Waiting({
  page,
  run,
  viewer,
}: {
  page: string;
  run: ListedCatalogueRun | undefined;
  viewer: Viewer;
}) {
  if (!run) return null;
  return (
    <div class="panel">
      <p>
        <strong>A reading waits:</strong> it is right, but would retire {run.retired} variants, most of the
        shop.
      </p>
      {may(viewer, 'agent') && (
        <p class="actions">
          <a class="button" href={`${page}/accept?run=${run.id}`}>
            Accept it
          </a>
        </p>
      )}
    </div>
  );
}
