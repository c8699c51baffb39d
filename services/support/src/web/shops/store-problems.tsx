import { askForToken, type ShopHealth } from '@hub/desk/shops';
import { may, type Viewer } from '../access/viewer';
import { Time, Zone } from '../layout/time';
import { MailTo } from '../orders/mail-to';

/** The current problems between the hub and the store, and what waits for support. */
export function StoreProblems(props: {
  shop: ShopHealth;
  /** Of its people. */
  mailAddresses: readonly string[];
  viewer: Viewer;
  now: number;
}) {
  const { shop, mailAddresses, viewer, now } = props;
  const { held, circuit } = shop;
  const nothing = !held && circuit.state === 'closed' && shop.openAlerts === 0 && shop.openDeadLetters === 0;
  if (nothing)
    return <p class="panel calm">Its store can be reached, and nothing of this shop waits for support.</p>;
  return (
    <section aria-label="Now">
      {held && (
        <article class="panel trouble bad">
          <h2>{held.all ? 'All calls' : 'Some calls'} to its store are suspended</h2>
          <p>
            {held.because ?? 'The store refuses our credentials.'} Suspended{' '}
            <Time at={held.since} since={now} />
            {held.nextProbeAt && (
              <>
                ; the next probe is due at <Time at={held.nextProbeAt} /> <Zone />
              </>
            )}
            .
          </p>
          <p>
            <strong>What to do:</strong> ask the shop to enter a new token at its door, under “Your store”:
            calls go on at once. A shop without a door gives it to the operator, for its sheet. If the token
            is right and the store is fixed, resume the calls here.
          </p>
          <MailTo mail={askForToken({ name: shop.name, mailAddresses })} label={`Write to ${shop.name}`} />
          {may(viewer, 'agent') && (
            <div class="actions">
              <a class="button" href={`/shops/${shop.shop}/resume-calls`}>
                Resume calls
              </a>
            </div>
          )}
        </article>
      )}
      {circuit.state === 'open' && (
        <article class="panel trouble bad">
          <h2>Its store does not answer</h2>
          <p>
            Five attempts in a row failed
            {circuit.since && (
              <>
                {' '}
                (<Time at={circuit.since} since={now} />)
              </>
            )}
            . Calls are paused; one is tried every 30 s. Calls wait until one succeeds; no data is lost.
          </p>
        </article>
      )}
      <Waiting shop={shop} />
    </section>
  );
}

function Waiting({ shop }: { shop: ShopHealth }) {
  const of = new URLSearchParams({ shop: shop.shop }).toString();
  if (shop.openAlerts === 0 && shop.openDeadLetters === 0) return null;
  return (
    <p class="panel trouble warn">
      {shop.openAlerts > 0 && (
        <a href={`/alerts?${of}`}>{shop.openAlerts === 1 ? '1 alert' : `${shop.openAlerts} alerts`}</a>
      )}
      {shop.openAlerts > 0 && shop.openDeadLetters > 0 && ' and '}
      {shop.openDeadLetters > 0 && (
        <a href={`/dead-letters?${of}`}>
          {shop.openDeadLetters === 1 ? '1 failed message' : `${shop.openDeadLetters} failed messages`}
        </a>
      )}{' '}
      of this shop {shop.openAlerts + shop.openDeadLetters === 1 ? 'waits' : 'wait'} for support.
    </p>
  );
}
