import { ActionForm } from './action-form';
import { LONGEST_TEXT } from './filter-text';
import { PaletteList } from '../palette/palette-list';
import { PLACES } from './sections';

/** Goes to any page, order, shop or article by its name, opened by Ctrl or Cmd and K (assets/desk.js). What it does not find is searched for. */
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
      <PaletteList search="" places={PLACES} shops={[]} orders={[]} articles={[]} />
    </dialog>
  );
}
