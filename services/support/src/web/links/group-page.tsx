import { listAddress } from '@hub/desk/engine';
import type { ListedLinkProposal } from '@hub/desk/links';
import { may, type Viewer } from '../access/viewer';
import { ActionForm } from '../layout/action-form';
import { ShopLink } from '../layout/shop-link';
import { DecideButtons, type LeadDecision } from './decide-buttons';
import { ScoreExplained } from './evidence';
import { PairsTable } from './pairs-table';
import { LINKS } from './links-path';

export interface GroupPageProps {
  /** The requested pair. */
  asked: ListedLinkProposal;
  /** All of the same two products. */
  pairs: readonly ListedLinkProposal[];
  viewer: Viewer;
}

/** Two products side by side, and which of their variants may be the same articles. */
export function GroupPage({ asked, pairs, viewer }: GroupPageProps) {
  const { a, b } = asked;
  const choosable = may(viewer, 'lead');
  return (
    <>
      <p class="actions">
        <a href={listAddress(LINKS, { shop: a.shop })}>Proposed links of {a.shopName}</a>
        <a href={listAddress(LINKS, { shop: b.shop })}>Proposed links of {b.shopName}</a>
      </p>
      <h1>The same article?</h1>
      <div class="pair">
        {[a, b].map((side) => (
          <section class="panel product" aria-label={side.shopName}>
            <Picture side={side} />
            <div>
              <h2>{side.title}</h2>
              <p>
                {side.brand}
                <br />
                <ShopLink shop={side.shop} name={side.shopName} />
              </p>
            </div>
          </section>
        ))}
      </div>
      <h2>{pairs.length === 1 ? 'One pair of variants' : `${pairs.length} pairs of variants`}</h2>
      <ActionForm action={`${LINKS}/decide`} label="Decide on pairs">
        <PairsTable {...{ pairs, choosable }} asked={asked.id} />
        <DecideButtons viewer={viewer} decisions={decisionsFor(pairs)} />
      </ActionForm>
      <ScoreExplained />
      <p class="soft">Price and stock are not shown: they say nothing about what the article is.</p>
    </>
  );
}

function Picture({ side: { imageUrl } }: { side: ListedLinkProposal['a'] }) {
  if (imageUrl === null) return <p class="soft">No image</p>;
  return (
    <a href={imageUrl} rel="noreferrer" target="_blank">
      <img
        src={imageUrl}
        alt="Image of the product"
        width={160}
        loading="lazy"
        referrerpolicy="no-referrer"
      />
    </a>
  );
}

/** The decisions possible for any of them. */
function decisionsFor(pairs: readonly ListedLinkProposal[]): LeadDecision[] {
  const isOpen = pairs.some(({ state }) => state === 'open' || state === 'agreed');
  const isDecided = pairs.some(({ state }) => state !== 'open');
  return [...(isOpen ? (['confirm', 'refuse'] as const) : []), ...(isDecided ? (['undo'] as const) : [])];
}
