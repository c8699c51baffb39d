import { may, type Viewer } from '../access/viewer';
import { StoreSays } from '../at-risk/store-says';
import { ShopLinked } from './shop-linked';
import type { Step, Trouble } from './trouble';

export interface TroubleListProps {
  troubles: readonly Trouble[];
  /** The hub still has automatic work on the order. */
  underWay: boolean;
  viewer: Viewer;
}

/** The order's current problems, and what to do about them. */
export function TroubleList({ troubles, underWay, viewer }: TroubleListProps) {
  if (troubles.length === 0)
    return (
      <p class="panel calm">
        <strong>Nothing is wrong with this order.</strong>{' '}
        {underWay ? 'It is on its way, and this page follows it.' : 'Nothing more is to happen by itself.'}
      </p>
    );
  return (
    <section aria-labelledby="troubles">
      <h2 id="troubles">
        {troubles.length === 1 ? 'What is wrong now' : `What is wrong now: ${troubles.length} things`}
      </h2>
      {troubles.map((trouble) => (
        <article class={`panel trouble ${trouble.tone}`}>
          <h3>
            <ShopLinked text={trouble.title} shop={trouble.shop} />
          </h3>
          {trouble.words && <p>{trouble.words}</p>}
          {trouble.said && <StoreSays {...trouble.said} />}
          {trouble.advice && (
            <p>
              <strong>What to do:</strong> {trouble.advice}
            </p>
          )}
          <Steps steps={trouble.steps} viewer={viewer} />
        </article>
      ))}
    </section>
  );
}

function Steps({ steps, viewer }: { steps: readonly Step[]; viewer: Viewer }) {
  if (steps.length === 0) return null;
  const mine = steps.filter(({ role }) => may(viewer, role));
  const others = steps.filter(({ role }) => !may(viewer, role));
  return (
    <div class="actions">
      {mine.map(({ href, name }, index) => (
        <a class={index === 0 ? 'button' : 'button quiet'} href={href}>
          {name}
        </a>
      ))}
      {others.length > 0 && (
        <span class="soft">
          {others.map(({ name, role }) => `${name}: asks for the role ${role}`).join('. ')}.
        </span>
      )}
    </div>
  );
}
