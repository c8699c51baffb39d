import { may, type Viewer } from '../access/viewer';

/** Calls to the store that wait for their next time, and the button that makes them at once. @param waiting empty: none waits */
export function WaitingCalls(props: { shop: string; waiting: string; viewer: Viewer }) {
  const { shop, waiting, viewer } = props;
  if (waiting === '') return null;
  return (
    <section class="panel" aria-label="Calls that wait for their next time">
      <p>Waiting for their next time: {waiting}.</p>
      {may(viewer, 'agent') && (
        <div class="actions">
          <a class="button" href={`/shops/${shop}/try-now`}>
            Try now
          </a>
        </div>
      )}
    </section>
  );
}
