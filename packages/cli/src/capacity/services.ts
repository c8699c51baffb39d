/** Services, with the connections to the database of each copy (`DATABASE_POOL_SIZE` sets another number). */
export const SERVICES = [
  { name: 'ingress', pool: 2 },
  { name: 'catalogue', pool: 10 },
  { name: 'inventory', pool: 10 },
  { name: 'routing', pool: 10 },
  { name: 'fulfilment', pool: 10 },
  { name: 'cancellation', pool: 10 },
  { name: 'returns', pool: 10 },
  { name: 'support', pool: 22 },
] as const;

export type ServiceName = (typeof SERVICES)[number]['name'];
