const TABS = [
  { href: '/money', name: 'Owed by pair' },
  { href: '/money/vat', name: 'VAT rates' },
] as const;

/** The pages about money. */
export function MoneyTabs({ current }: { current: (typeof TABS)[number]['href'] }) {
  return (
    <nav class="tabs" aria-label="Money">
      {TABS.map(({ href, name }) => (
        <a href={href} aria-current={href === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
