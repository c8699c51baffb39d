/** The sections of the desk, in the order of its navigation; `g` and the letter opens one. */
export const SECTIONS = [
  { section: 'attention', href: '/', name: 'Attention', letter: 'a' },
  { section: 'cases', href: '/cases', name: 'Cases', letter: 'k' },
  { section: 'overview', href: '/overview', name: 'Overview', letter: 'v' },
  { section: 'dead-letters', href: '/dead-letters', name: 'Failed messages', letter: 'd' },
  { section: 'alerts', href: '/alerts', name: 'Alerts', letter: 'l' },
  { section: 'events', href: '/events', name: 'Events', letter: 'e' },
  { section: 'calls', href: '/calls', name: 'Calls', letter: 'c' },
  { section: 'orders', href: '/orders', name: 'Orders', letter: 'o' },
  { section: 'shops', href: '/shops', name: 'Shops', letter: 's' },
  { section: 'money', href: '/money', name: 'Money', letter: 'm' },
  { section: 'routing', href: '/routing', name: 'Routing', letter: 'r' },
  { section: 'audit', href: '/audit', name: 'Audit', letter: 'u' },
] as const;
export type Section = (typeof SECTIONS)[number]['section'];

/** Pages that the palette finds by name. */
export const PLACES: readonly { href: string; name: string }[] = [
  ...SECTIONS,
  { href: '/at-risk', name: 'Orders at risk' },
  { href: '/orders/list', name: 'All orders' },
  { href: '/dead-letters/causes', name: 'Causes of failed messages' },
  { href: '/dead-letters/runs', name: 'Bulk runs' },
  { href: '/shop-figures', name: 'How shops do' },
  { href: '/unlinked', name: 'Variants without an article' },
  { href: '/links', name: 'Proposed links' },
  { href: '/runbooks', name: 'Runbooks' },
];
