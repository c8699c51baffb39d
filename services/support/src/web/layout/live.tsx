import type { ComponentChildren } from 'preact';

export interface LiveProps {
  id: string;
  /** The page's own address: it is fetched again, and this component is taken from it. */
  href: string;
  seconds?: number;
  children: ComponentChildren;
}

/**
 * A component of a page that refreshes itself; without scripts it is as fresh as the page. If refreshing fails, the page says since
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
