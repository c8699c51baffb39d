import type { StoreSaying } from './said-of-risks';

/** A store's own text, marked as such, and never more than text. */
export function StoreSays({ store, words }: StoreSaying) {
  return (
    <figure class="theirs">
      <blockquote>{words}</blockquote>
      <figcaption>What the store of {store} said, in its own words</figcaption>
    </figure>
  );
}
