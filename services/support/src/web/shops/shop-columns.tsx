import { figure } from '@hub/support-desk/words';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { ShopLink } from '../layout/shop-link';
import type { Column } from '../lists/column';
import { modeText } from './capability-labels';
import type { ListedShop } from './list-shops';
import { healthText, rateText, RUN_STATES } from './shop-labels';
import { Sparkline } from './sparkline';

/** The list of shops, on the page and in the file. @param now milliseconds since the epoch */
export function shopColumns(now: number): readonly Column<ListedShop>[] {
  return [
    {
      name: 'Shop',
      head: true,
      text: ({ name }) => name,
      cell: ({ shop, name }) => (
        <>
          <ShopLink shop={shop} name={name} />
          <br />
          <small>{shop}</small>
        </>
      ),
    },
    { name: 'Slug', fileOnly: true, text: ({ shop }) => shop },
    {
      name: 'Now',
      text: (shop) => healthText(shop).text,
      cell: (shop) => <State {...healthText(shop)} />,
    },
    { name: 'Orders', text: ({ capabilities }) => modeText(capabilities.orders).text },
    {
      name: 'Last catalogue',
      text: ({ catalogue }) => catalogue && RUN_STATES[catalogue.state].text,
      cell: (shop) => <LastCatalogue shop={shop} now={now} />,
    },
    {
      name: 'Catalogue at',
      fileOnly: true,
      text: ({ catalogue }) => catalogue && (catalogue.finishedAt ?? catalogue.requestedAt),
    },
    {
      name: 'At risk',
      number: true,
      text: ({ atRisk }) => atRisk,
      cell: ({ shop, atRisk }) =>
        atRisk > 0 ? <a href={`/shops/${shop}#standing`}>{figure(atRisk)}</a> : figure(atRisk),
    },
    { name: 'Out of sync', number: true, text: ({ outOfSync }) => outOfSync.count },
    { name: 'Calls, last hour', number: true, text: ({ lastHour }) => lastHour.calls },
    {
      name: 'Failed',
      number: true,
      text: ({ lastHour }) => (lastHour.calls === 0 ? '' : rateText(lastHour.errorRate)),
    },
    {
      name: 'Calls, 24 hours',
      text: ({ figures }) => figures?.calls.reduce((sum, calls) => sum + calls, 0) ?? 0,
      cell: ({ shop, name, figures }) =>
        figures && (
          <a href={`/calls?shop=${shop}`}>
            <Sparkline counts={figures.calls} of={`calls to ${name}`} />
          </a>
        ),
    },
    {
      name: '95 % within, ms',
      number: true,
      text: ({ figures }) => figures?.p95Ms ?? null,
    },
    { name: 'Alerts', number: true, text: ({ openAlerts }) => openAlerts },
    { name: 'Failed messages', number: true, text: ({ openDeadLetters }) => openDeadLetters },
  ];
}

function LastCatalogue({ shop: { catalogue }, now }: { shop: ListedShop; now: number }) {
  if (!catalogue) return <span class="soft">none yet</span>;
  return (
    <>
      <State {...RUN_STATES[catalogue.state]} />{' '}
      <small>
        <Time at={catalogue.finishedAt ?? catalogue.requestedAt} since={now} />
      </small>
    </>
  );
}
