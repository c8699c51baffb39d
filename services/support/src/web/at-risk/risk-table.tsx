import { problemOf, type AtRisk } from '@hub/support-desk';
import { Scroll } from '../layout/scroll';
import { State } from '../layout/state';
import { Time, Zone } from '../layout/time';
import { ShopLink } from '../layout/shop-link';
import { StoreSays } from './store-says';
import { actorLabel, amountLabel, promisedAt, riskAddress, riskName, whyAtRisk } from './risk-labels';

export interface RiskTableProps {
  risks: readonly AtRisk[];
  /** What stores said about them, by the reference of the call. */
  said?: ReadonlyMap<string, string>;
  now: number;
}

/** The unfinished parts of paid orders, the longest waiting first. */
export function RiskTable({ risks, said, now }: RiskTableProps) {
  return (
    <Scroll label="Orders at risk">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">What</th>
            <th scope="col">Why</th>
            <th scope="col">Who must act</th>
            <th scope="col">Store</th>
            <th scope="col" class="number">
              At stake
            </th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {risks.map((risk) => (
            <Row risk={risk} words={said?.get(risk.reference ?? '')} now={now} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Row({ risk, words, now }: { risk: AtRisk; words: string | undefined; now: number }) {
  const { situation, lineItemId, store, storeName, since } = risk;
  const promised = promisedAt(risk);
  return (
    <tr>
      <th scope="row" data-label="Order">
        <a href={riskAddress(risk)}>{riskName(risk)}</a>
        {lineItemId !== null && (
          <>
            <br />
            <small>line {lineItemId}</small>
          </>
        )}
      </th>
      <td data-label="What">
        {problemOf(situation).one} <Lateness risk={risk} />
      </td>
      <td data-label="Why">
        {whyAtRisk(risk)}
        {storeName !== null && words !== undefined && <StoreSays store={storeName} words={words} />}
      </td>
      <td data-label="Who must act">{actorLabel(risk)}</td>
      <td data-label="Store">{store !== null && <ShopLink shop={store} name={storeName ?? store} />}</td>
      <td class="number" data-label="At stake">
        {amountLabel(risk) ?? <span class="soft">not known</span>}
      </td>
      <td data-label="Since">
        <Time at={since} since={now} />
        {promised && (
          <>
            <br />
            <small>
              promised for <Time at={promised} /> <Zone />
            </small>
          </>
        )}
      </td>
    </tr>
  );
}

function Lateness({ risk: { overdue, atRisk } }: { risk: AtRisk }) {
  if (!atRisk) return <State text="on its way" tone="quiet" />;
  return overdue ? <State text="overdue" tone="bad" /> : null;
}
