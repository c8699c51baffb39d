import { CATALOGUE_STATES } from '@hub/desk/shops';
import type { CatalogueView } from '@hub/desk/door';
import { ActionForm } from '../../web/layout/action-form';
import { State } from '../../web/layout/state';
import { Time } from '../../web/layout/time';
import { Further, None, Table } from '../layout/table';

/** The latest run of the shop's catalogue: its figures and faults. */
export function CataloguePage({ view, now }: { view: CatalogueView; now: number }) {
  const { run, faults, next, not_linked: unlinked } = view;
  return (
    <>
      <h1>Your catalogue</h1>
      {run === null ? <p class="panel">It was never read.</p> : <Run run={run} now={now} />}
      <ActionForm action="/catalogue/read" label="Read the catalogue again">
        <button type="submit">Read it again</button>
      </ActionForm>
      <h2>Faults</h2>
      <Table
        label="Faults of the catalogue"
        none="None in the latest reading."
        rows={faults}
        columns={[
          { name: 'Field', cell: ({ field }) => <code>{field}</code> },
          { name: 'What is wrong', cell: ({ message }) => message },
          { name: 'Product', cell: ({ product_id: id }) => id ?? <None /> },
          { name: 'Variant', cell: ({ variant_id: id }) => id ?? <None /> },
          { name: 'Page', number: true, cell: ({ page }) => page },
        ]}
      />
      <Further href="/catalogue?after=" next={next} />
      <h2>Not linked</h2>
      <p>
        {unlinked.length === 0 ? (
          'None: every variant is an article of the network.'
        ) : (
          <a href="/unlinked">What to correct on variants that are not linked</a>
        )}
      </p>
    </>
  );
}

function Run({ run, now }: { run: NonNullable<CatalogueView['run']>; now: number }) {
  const figures = [
    ['Products', run.products],
    ['Variants', run.variants],
    ['Added', run.added],
    ['Changed', run.changed],
    ['Retired', run.retired],
    ['Faults', run.faults],
  ] as const;
  return (
    <div class="panel">
      <p>
        <State {...CATALOGUE_STATES[run.state]} />{' '}
        <Time at={new Date(run.finished_at ?? run.requested_at)} since={now} />
      </p>
      <dl class="strip">
        {figures.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {run.failure !== null && <p>{run.failure}</p>}
      {run.state === 'refused' && <p>Nothing of it was applied: the catalogue before it still counts.</p>}
    </div>
  );
}
