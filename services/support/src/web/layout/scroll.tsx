import type { ComponentChildren } from 'preact';

/** A table that may be wider than a phone: it scrolls, also by keyboard, and the page does not. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="scroll" role="region" tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}
