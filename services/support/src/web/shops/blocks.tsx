import type { StockBlock } from '@hub/desk/stock';
import { may, type Viewer } from '../access/viewer';
import { Scroll } from '../layout/scroll';
import { Time } from '../layout/time';

export interface BlocksProps {
  /** Slug. */
  shop: string;
  blocks: readonly StockBlock[];
  viewer: Viewer;
  now: number;
}

/** Stock that is not offered, since the shop could not ship it or refused to (D17), until its next report or until support lifts the block. */
export function Blocks({ shop, blocks, viewer, now }: BlocksProps) {
  return (
    <section aria-labelledby="blocks">
      <h2 id="blocks">Blocked stock</h2>
      {blocks.length === 0 ? (
        <p class="soft">None: all of its free stock is offered to the network.</p>
      ) : (
        <>
          <p class="soft">
            Not offered, since the shop could not ship it or refused to. Its next stock report for the variant
            lifts a block by itself.
          </p>
          <BlocksTable shop={shop} blocks={blocks} viewer={viewer} now={now} />
        </>
      )}
    </section>
  );
}

function BlocksTable({ shop, blocks, viewer, now }: BlocksProps) {
  return (
    <Scroll label="Table of blocked stock">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Article</th>
            <th scope="col" class="number">
              Pieces
            </th>
            <th scope="col">Since</th>
            {may(viewer, 'agent') && <th scope="col">Lift</th>}
          </tr>
        </thead>
        <tbody>
          {blocks.map((block) => (
            <tr>
              <th scope="row" data-label="Variant">
                <code>{block.variantId}</code>
              </th>
              <td data-label="Article">{block.gtin ?? <span class="soft">not linked</span>}</td>
              <td class="number" data-label="Pieces">
                {block.pieces}
              </td>
              <td data-label="Since">
                <Time at={block.since} since={now} />
              </td>
              {may(viewer, 'agent') && (
                <td data-label="Lift">
                  <a href={liftAddress(shop, block.variantId)}>Lift the block</a>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** A variant id may be any text, so it is not part of the path. */
function liftAddress(shop: string, variantId: string): string {
  return `/shops/${shop}/lift-block?${new URLSearchParams({ variant: variantId }).toString()}`;
}
