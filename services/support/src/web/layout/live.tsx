import type { ComponentChildren } from 'preact';

export interface LiveProps {
  id: string;
  /** The page's own address: it is read again, and this part of it taken. */
  href: string;
  seconds?: number;
  children: ComponentChildren;
}

/**
 * A part of a page that keeps itself fresh; without scripts it is as fresh as the page. Where it cannot, the page says since
 * when it is stale (assets/desk.js).
 */
export function Live({ id, href, seconds = 5, children }: LiveProps) {
  return (
    <div
      id={id}
      hx-get={href}
      hx-select={`#${id}`}
      hx-trigger={`every ${seconds}s`}
      hx-swap="morph:outerHTML"
      data-live
    >
      {children}
    </div>
  );
}
