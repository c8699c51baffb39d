/** The sections of the door, in the order of its navigation. */
export const SECTIONS = [
  { section: 'today', href: '/today', name: 'Today' },
  { section: 'orders', href: '/orders', name: 'Orders' },
  { section: 'sold', href: '/sold', name: 'Sold' },
  { section: 'closed', href: '/closed-lines', name: 'Not fulfilled' },
  { section: 'failed', href: '/failed', name: 'Failed calls' },
  { section: 'events', href: '/events', name: 'What you sent' },
  { section: 'calls', href: '/calls', name: 'Calls' },
  { section: 'catalogue', href: '/catalogue', name: 'Catalogue' },
  { section: 'links', href: '/links', name: 'Proposed links' },
  { section: 'quantities', href: '/quantities', name: 'Quantities' },
  { section: 'figures', href: '/figures', name: 'Your figures' },
  { section: 'money', href: '/money', name: 'Money' },
  { section: 'golive', href: '/golive', name: 'Going live' },
  { section: 'store', href: '/store', name: 'Your store' },
  { section: 'mails', href: '/mails', name: 'Mails' },
  { section: 'tokens', href: '/tokens', name: 'Tokens' },
] as const;
export type Section = (typeof SECTIONS)[number]['section'];
