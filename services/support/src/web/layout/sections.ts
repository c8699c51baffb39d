/** The sections of the desk, in the order of its navigation; `g` and the letter opens one. */
export const SECTIONS = [
  { section: 'attention', href: '/', name: 'Attention', failedMessage: 'a' },
  { section: 'cases', href: '/cases', name: 'Cases', failedMessage: 'k' },
  { section: 'overview', href: '/overview', name: 'Overview', failedMessage: 'v' },
  { section: 'dead-letters', href: '/dead-letters', name: 'Failed messages', failedMessage: 'd' },
  { section: 'alerts', href: '/alerts', name: 'Alerts', failedMessage: 'l' },
  { section: 'events', href: '/events', name: 'Events', failedMessage: 'e' },
  { section: 'calls', href: '/calls', name: 'Calls', failedMessage: 'c' },
  { section: 'orders', href: '/orders', name: 'Orders', failedMessage: 'o' },
  { section: 'shops', href: '/shops', name: 'Shops', failedMessage: 's' },
  { section: 'money', href: '/money', name: 'Money', failedMessage: 'm' },
  { section: 'routing', href: '/routing', name: 'Routing', failedMessage: 'r' },
  { section: 'audit', href: '/audit', name: 'Audit', failedMessage: 'u' },
] as const;
export type Section = (typeof SECTIONS)[number]['section'];

/** Pages that the palette finds by name. */
export const PLACES: readonly { href: string; name: string }[] = [
  ...SECTIONS,
  { href: '/at-risk', name: 'Orders at risk' },
  { href: '/orders/list', name: 'All orders' },
  { href: '/dead-letters/causes', name: 'Causes of failed messages' },
  { href: '/dead-letters/runs', name: 'Bulk runs' },
  { href: '/unlinked', name: 'Variants without an article' },
  { href: '/links', name: 'Proposed links' },
];
