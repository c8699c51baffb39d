/** Capabilities of a shop in the order in which they go live ("Go-live", D25). */
export const CAPABILITIES = ['products', 'inventory', 'orders', 'cancellation', 'returns'] as const;
export type Capability = (typeof CAPABILITIES)[number];
