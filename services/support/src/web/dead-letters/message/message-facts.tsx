import { listAddress } from '@hub/desk/engine';
import type { ShownDeadLetter } from '@hub/desk/messages';
import { figure } from '@hub/desk/words';
import type { ComponentChildren } from 'preact';
import { Time, Zone } from '../../layout/time';
import { ShopLink } from '../../layout/shop-link';

/** What it is, where it failed, how often, and which shop it belongs to. */
export function FailedMessageFacts({ failedMessage, now }: { failedMessage: ShownDeadLetter; now: number }) {
  const { shop, orderId, eventId, correlation, count, attempts } = failedMessage;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">The message</h2>
      <dl class="facts panel">
        <Fact name="Message type">
          <code>{failedMessage.type}</code>
        </Fact>
        <Fact name="Failed in queue">
          <code>{failedMessage.origin}</code>
        </Fact>
        <Fact name="Reason">{failedMessage.reason}</Fact>
        <Fact name="Shop">{shop === null ? 'unknown' : <ShopLink shop={shop} name={shop} />}</Fact>
        <Fact name="Order">
          {orderId === null ? 'none' : <a href={listAddress('/orders', { q: orderId })}>{orderId}</a>}
        </Fact>
        {eventId !== null && (
          <Fact name="Event id">
            <code>{eventId}</code>
          </Fact>
        )}
        <Fact name="Correlation">{correlation === null ? 'none' : <code>{correlation}</code>}</Fact>
        <Fact name="Failed permanently">
          {count === 1 ? 'once' : `${figure(count)} times`}, last after{' '}
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        </Fact>
        <Fact name="First failed">
          <Time at={failedMessage.firstFailedAt} /> <Zone /> (
          <Time at={failedMessage.firstFailedAt} since={now} />)
        </Fact>
        <Fact name="Last failed">
          <Time at={failedMessage.lastFailedAt} /> <Zone /> (
          <Time at={failedMessage.lastFailedAt} since={now} />)
        </Fact>
        {failedMessage.endedAt !== null && (
          <Fact name="Ended">
            <Time at={failedMessage.endedAt} /> <Zone />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
