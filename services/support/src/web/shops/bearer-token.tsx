import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { Time, Zone } from '../layout/time';

export interface BearerTokenProps {
  /** Slug. */
  shop: string;
  /** When the token was set at the shop's door; null: calls carry that of its sheet. */
  setAt: Date | null;
  viewer: Viewer;
}

/** Which bearer token calls to the store carry first, and its test; the answer of the store is shown at once. */
export function BearerToken({ shop, setAt, viewer }: BearerTokenProps) {
  const takenBack = `/shops/${shop}/take-token-back?set_at=${setAt?.toISOString() ?? ''}`;
  return (
    <section aria-labelledby="token" class="panel">
      <h2 id="token">Bearer token</h2>
      <p>
        {setAt === null ? (
          'Calls to its store carry the token of its environment sheet.'
        ) : (
          <>
            Calls to its store carry the token that was set at its door <Time at={setAt} /> <Zone />.
          </>
        )}
      </p>
      {may(viewer, 'agent') && (
        <div class="actions">
          <ActionForm action={`/shops/${shop}/test-token`} label="Test the token">
            <button type="submit" class="quiet">
              Test the token
            </button>
          </ActionForm>
          {setAt !== null && (
            <a class="button quiet" href={takenBack}>
              Take the token back
            </a>
          )}
        </div>
      )}
    </section>
  );
}
