import { ActionForm } from './action-form';
import { LONGEST_TEXT } from './filter-text';
import { PaletteList } from '../palette/palette-list';
import { PLACES } from '@hub/desk/engine';

/** Opens any page, order, shop or article by its name, with Ctrl or Cmd and K (assets/desk.js). Without a hit the text is searched for. */
export function Palette() {
  return (
    <dialog id="palette" aria-labelledby="palette-title">
      <h2 id="palette-title">Go to</h2>
      <ActionForm search action="/search" label="Go to">
        <label for="palette-q">A page, an order, a shop or an article</label>
        <input
          id="palette-q"
          type="search"
          name="q"
          maxLength={LONGEST_TEXT}
          autocomplete="off"
          hx-post="/palette"
          hx-trigger="input changed delay:150ms"
          hx-target="#palette-found"
          hx-swap="outerHTML"
        />
      </ActionForm>
      <PaletteList id="palette-found" search="" places={PLACES} shops={[]} orders={[]} articles={[]} />
    </dialog>
  );
}
