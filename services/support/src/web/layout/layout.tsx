import type { ComponentChildren } from 'preact';
import type { Notice } from '../access/browser-state';
import type { Viewer } from '../access/viewer';
import type { NavigationCounts } from '../at-risk/count-at-risk';
import { ActionForm } from './action-form';
import { LONGEST_TEXT } from './filter-text';
import { Frame, Navigation } from './frame';
import { Keys } from './keys';
import { SECTIONS, type Section, PLACES } from '@hub/desk/engine';
import { PaletteList } from '../palette/palette-list';

export interface LayoutProps {
  title: string;
  section: Section | undefined;
  viewer: Viewer | undefined;
  counts: NavigationCounts;
  docsUrl: string | undefined;
  notices: readonly Notice[];
  search: string;
  children: ComponentChildren;
}

/** A page of the desk, with its navigation, the search and the signed-in person. */
export function Layout(props: LayoutProps) {
  const { title, section, viewer, counts, docsUrl, notices, search, children } = props;
  const header = viewer && (
    <>
      <Header {...{ section, viewer, counts, search }} />
      <Keys docsUrl={docsUrl} />
      <Palette />
    </>
  );
  return <Frame {...{ title, header, notices, children }} open={counts.cases} of="HUB support desk" />;
}

function Header({
  section,
  viewer,
  counts,
  search,
}: {
  section: Section | undefined;
  viewer: Viewer;
  counts: NavigationCounts;
  search: string;
}) {
  return (
    <header class="top">
      <a class="brand" href="/">
        HUB <span>support desk</span>
      </a>
      <Navigation label="Desk" sections={SECTIONS} current={section}>
        <Counts {...counts} />
      </Navigation>
      <ActionForm class="search" search action="/search" label="Search">
        <label for="order-search">Find an order</label>
        <input
          id="order-search"
          type="search"
          name="q"
          value={search}
          placeholder="order, tracking, article, e-mail…"
          maxLength={LONGEST_TEXT}
          autocomplete="off"
          hx-post="/palette"
          hx-vals='{"into": "search-found"}'
          hx-trigger="input changed delay:150ms"
          hx-target="#search-found"
          hx-swap="outerHTML"
        />
        <div id="search-found" class="hits" />
      </ActionForm>
      <ActionForm action="/sign-out" class="who" label="Account">
        <span>
          {viewer.name} <small>{viewer.role}</small>
        </span>
        <a href="/runbooks">Help</a>
        <a href="/tokens">Tokens</a>
        <button type="submit" class="quiet">
          Sign out
        </button>
      </ActionForm>
    </header>
  );
}

/** Open cases, and the number at risk; counting stops at a thousand. They refresh themselves. */
function Counts({ cases, atRisk }: NavigationCounts) {
  return (
    <span
      id="at-risk-count"
      data-open={cases}
      hx-get="/at-risk/count"
      hx-trigger="every 30s"
      hx-select="#at-risk-count"
      hx-swap="outerHTML"
    >
      {cases > 0 && (
        <a class="count" href="/cases">
          {cases === 1 ? '1 case' : `${cases} cases`}
        </a>
      )}{' '}
      {atRisk > 0 && (
        <a class="count" href="/at-risk">
          {atRisk >= 1_000 ? '999+' : atRisk} at risk
        </a>
      )}
    </span>
  );
}

/** Opens any page, order, shop or article by its name, with Ctrl or Cmd and K (assets/desk.js). Without a hit the text is searched for. */
function Palette() {
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
