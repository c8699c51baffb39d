/** The parts of the door, as they stand in its navigation. */
export const SECTIONS = [
  { section: 'orders', href: '/orders', name: 'Orders' },
  { section: 'tokens', href: '/tokens', name: 'Tokens' },
] as const;
export type Section = (typeof SECTIONS)[number]['section'];
