/** A load as `npm run bench -- costs` printed it: sums over `seconds`, including what followed from it. */
export interface MeasuredLoad {
  /** How many were sent, by kind. */
  events: readonly number[];
  seconds: number;
  /** Calls that stores received. */
  calls: number;
  cpuMs: Readonly<Record<'ingress' | 'inventory' | 'routing' | 'fulfilment' | 'database', number>>;
  database: Readonly<Record<'commits' | 'walBytes' | 'pages' | 'flushes', number>>;
  tables: Readonly<Record<string, { rows: number; bytes: number }>>;
}

export interface MeasuredRun {
  on: string;
  machine: string;
  /** How long each load was sent. */
  sentSeconds: number;
  idle: MeasuredLoad;
  /** Each kind separately: calm, then busy. */
  stock: readonly MeasuredLoad[];
  order: readonly MeasuredLoad[];
  shipment: readonly MeasuredLoad[];
  /** All three together, in the order above, in two runs: nothing is fitted to them. */
  mixed: readonly MeasuredLoad[];
}

/**
 * One copy of each service; ten shops share an article; orders of one line. To measure again: paste the benchmark's
 * output.
 */
export const RUN: MeasuredRun = {
  on: '2026-11-23',
  machine:
    '2 cores of a virtual machine (Intel Xeon), Node 20.20, PostgreSQL 15, RabbitMQ 3.10, beside other work (load 7.6 and 11.2)',
  sentSeconds: 20,
  idle: {
    events: [],
    seconds: 12,
    calls: 27,
    cpuMs: { ingress: 70, inventory: 130, routing: 100, fulfilment: 80, database: 80 },
    database: { commits: 250, walBytes: 42965, pages: 5, flushes: 49 },
    tables: {},
  },
  stock: [
    {
      events: [2000],
      seconds: 32,
      calls: 2000,
      cpuMs: { ingress: 1600, inventory: 4580, routing: 300, fulfilment: 430, database: 2860 },
      database: { commits: 3745, walBytes: 7645856, pages: 456, flushes: 2447 },
      tables: { event_ledger: { rows: 2000, bytes: 589824 }, store_call_count: { rows: 10, bytes: 0 } },
    },
    {
      events: [8000],
      seconds: 34,
      calls: 8000,
      cpuMs: { ingress: 2240, inventory: 7540, routing: 320, fulfilment: 270, database: 3560 },
      database: { commits: 4119, walBytes: 22446896, pages: 421, flushes: 2790 },
      tables: { event_ledger: { rows: 8000, bytes: 2588672 }, store_call_count: { rows: 10, bytes: 0 } },
    },
  ],
  order: [
    {
      events: [200],
      seconds: 32,
      calls: 460,
      cpuMs: { ingress: 730, inventory: 670, routing: 2210, fulfilment: 220, database: 1330 },
      database: { commits: 1702, walBytes: 4376778, pages: 398, flushes: 946 },
      tables: {
        event_ledger: { rows: 200, bytes: 24576 },
        shipping_order: { rows: 200, bytes: 16384 },
        store_call: { rows: 200, bytes: 229376 },
        reservation: { rows: 200, bytes: 49152 },
        sent_body_volume: { rows: 2, bytes: 0 },
        store_call_count: { rows: 22, bytes: 0 },
        routing_decision: { rows: 200, bytes: 425984 },
        order_line: { rows: 200, bytes: 24576 },
        sent_event: { rows: 200, bytes: 204800 },
        shipping_order_line: { rows: 200, bytes: 131072 },
        seller_order: { rows: 200, bytes: 98304 },
      },
    },
    {
      events: [1200],
      seconds: 32,
      calls: 1580,
      cpuMs: { ingress: 1800, inventory: 630, routing: 5480, fulfilment: 200, database: 2750 },
      database: { commits: 3067, walBytes: 15730584, pages: 296, flushes: 1770 },
      tables: {
        event_ledger: { rows: 1200, bytes: 335872 },
        shipping_order: { rows: 1200, bytes: 2392064 },
        store_call: { rows: 1200, bytes: 1335296 },
        reservation: { rows: 1200, bytes: 344064 },
        store_call_count: { rows: 11, bytes: 0 },
        routing_decision: { rows: 1200, bytes: 2580480 },
        order_line: { rows: 1200, bytes: 327680 },
        sent_event: { rows: 1200, bytes: 1228800 },
        shipping_order_line: { rows: 1200, bytes: 909312 },
        seller_order: { rows: 1200, bytes: 638976 },
      },
    },
  ],
  shipment: [
    {
      events: [160],
      seconds: 32,
      calls: 515,
      cpuMs: { ingress: 570, inventory: 810, routing: 230, fulfilment: 3560, database: 2110 },
      database: { commits: 1583, walBytes: 8076013, pages: 1123, flushes: 858 },
      tables: {
        event_ledger: { rows: 160, bytes: 24576 },
        package_line: { rows: 160, bytes: 65536 },
        store_call: { rows: 160, bytes: 24576 },
        sent_body_volume: { rows: 10, bytes: 0 },
        package: { rows: 160, bytes: 90112 },
        sent_event: { rows: 160, bytes: 139264 },
      },
    },
    {
      events: [640],
      seconds: 44,
      calls: 677,
      cpuMs: { ingress: 1350, inventory: 510, routing: 320, fulfilment: 8620, database: 4890 },
      database: { commits: 2614, walBytes: 8751465, pages: 701, flushes: 1644 },
      tables: {
        event_ledger: { rows: 640, bytes: 311296 },
        package_line: { rows: 640, bytes: 131072 },
        store_call: { rows: 640, bytes: 483328 },
        sent_body_volume: { rows: 10, bytes: 0 },
        package: { rows: 640, bytes: 417792 },
        sent_event: { rows: 640, bytes: 589824 },
      },
    },
  ],
  mixed: [
    {
      events: [3000, 400, 400],
      seconds: 32,
      calls: 4123,
      cpuMs: { ingress: 2950, inventory: 6940, routing: 3490, fulfilment: 6890, database: 9200 },
      database: { commits: 9492, walBytes: 24223759, pages: 1497, flushes: 6973 },
      tables: {
        event_ledger: { rows: 3800, bytes: 1212416 },
        package_line: { rows: 400, bytes: 147456 },
        shipping_order: { rows: 400, bytes: 237568 },
        store_call: { rows: 800, bytes: 696320 },
        reservation: { rows: 400, bytes: 131072 },
        sent_body_volume: { rows: 1, bytes: 0 },
        store_call_count: { rows: 22, bytes: 16384 },
        routing_decision: { rows: 400, bytes: 819200 },
        package: { rows: 400, bytes: 221184 },
        order_line: { rows: 400, bytes: 163840 },
        sent_event: { rows: 800, bytes: 712704 },
        shipping_order_line: { rows: 400, bytes: 270336 },
        seller_order: { rows: 400, bytes: 204800 },
      },
    },
    {
      events: [4000, 500, 320],
      seconds: 54,
      calls: 5264,
      cpuMs: { ingress: 2600, inventory: 6150, routing: 2170, fulfilment: 5080, database: 6720 },
      database: { commits: 4586, walBytes: 28157609, pages: 1712, flushes: 3031 },
      tables: {
        event_ledger: { rows: 4820, bytes: 1720320 },
        package_line: { rows: 320, bytes: 122880 },
        shipping_order: { rows: 500, bytes: 163840 },
        store_call: { rows: 820, bytes: 794624 },
        reservation: { rows: 500, bytes: 221184 },
        sent_body_volume: { rows: 12, bytes: 0 },
        store_call_count: { rows: 31, bytes: 16384 },
        routing_decision: { rows: 500, bytes: 1146880 },
        package: { rows: 320, bytes: 122880 },
        order_line: { rows: 500, bytes: 212992 },
        sent_event: { rows: 820, bytes: 696320 },
        shipping_order_line: { rows: 500, bytes: 622592 },
        seller_order: { rows: 500, bytes: 327680 },
      },
    },
  ],
};
