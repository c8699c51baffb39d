const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Every number of the contract's "Limits" table and of the decisions. Durations end in `Ms` or `Days`, sizes in
 * `Bytes`; what an operator may change (D28) is a default and belongs to each `config.ts`.
 */
export const LIMITS = {
  /** "Limits": a larger event body is `413 payload_too_large`. */
  maxEventBytes: 512 * KIB,
  /** "Limits": `GET /products?limit=100`. */
  pageSize: 100,
  /** D14: a run of more pages, or a larger page, is refused entirely. */
  maxPages: 10_000,
  maxPageBytes: 10 * MIB,
  /** D14: characters of a title, of a brand, size, sku or barcode, and of an address. */
  maxTitle: 1_000,
  maxListedText: 255,
  maxListedAddress: 2_048,
  /** D14: a longer description is left out. */
  maxDescriptionBytes: 64 * KIB,

  /** "Limits", D23: one call to a store. */
  attempts: 3,
  attemptTimeoutMs: 30 * SECOND,
  backoffBaseMs: SECOND,
  retryAfterCapMs: 120 * SECOND,
  /** D36: of an answer to any call but `GET /products`. */
  maxAnswerBytes: 64 * KIB,
  /** D23: the breaker opens after this many consecutive failed attempts, with one trial after the pause. */
  breakerFailures: 5,
  breakerPauseMs: 30 * SECOND,
  /** D23: a command that would wait longer for its shop goes back to a delay queue. */
  commandWaitMs: 5 * SECOND,
  /** D23: how often a held store is probed. */
  holdProbeMs: 5 * MINUTE,

  /** D5: how long the ingress waits for a worker's verdict, and how many events may be undecided per shop. */
  verdictWaitMs: 10 * SECOND,
  cancellationVerdictWaitMs: 30 * SECOND,
  undecidedEventsPerShop: 256,
  /** D36: bytes of undecided events in one ingress, and of one shop. */
  undecidedBytes: 48 * MIB,
  undecidedBytesPerShop: 16 * MIB,
  /** D3: the tolerance for every time in an event. */
  futureToleranceMs: 5 * SECOND,
  /** D2: secrets of one shop at a time, of which a rotation needs two. D3: as many digests for each wrong signature. */
  signingSecrets: 4,
  /** D11: how long an unknown shipping order may still be one whose placement has no known outcome. */
  unknownOutcomeMs: 15 * MINUTE,
  /** D16: how long after a shop was switched off its zeros may still be sent. */
  zeroingMs: 10 * MINUTE,
  /** D17: the tolerated clock difference when a stock report consumes reservations. */
  stockClockToleranceMs: 5 * SECOND,

  /** "Delivery rules": how a store responds to no answer or `5xx`. */
  storeDeliveryAttempts: 3,
  storeDeliveryPeriodMs: 15 * MINUTE,

  /** D7 */
  identifierLength: 255,
  /** Longer optional texts are dropped. */
  maxNote: 2_000,
  maxTrackingUrl: 2_048,
  instantFractionDigits: 9,
  amountDecimals: 6,
  /** Any decimal of 15 significant digits survives a double (IEEE 754 binary64); one of 16 may not. */
  amountDigits: 15,
  /** D9: lines of one order that go to the network. */
  maxNetworkLines: 500,
  /** D10: `maxQuantity` is also the cap of a network sum. */
  minQuantity: -2_147_483_648,
  maxQuantity: 2_147_483_647,
  /**
   * Entries of one array. No otherwise valid body within its size limit holds more: it only prevents hundreds of
   * thousands of faults from a list of empty objects.
   */
  maxEntries: 20_000,
  /** The same for a whole page of products, its images, variants and stock levels (at least 32 bytes each) together. */
  maxPageEntries: 330_000,
  /** Faults that are named of one page: a page wrong throughout need not name hundreds of thousands (D36). */
  maxPageFaults: 1_000,
  /** Objects, lists, names and entries of an answer of a store, counted before it is parsed: five for each such entry. */
  maxAnswerParts: 1_650_000,

  /** D19 */
  distanceBandKm: 50,
  /** D14: a run that would retire more than this share, of more than so many variants, waits. */
  retireShare: 0.5,
  retireMinimumVariants: 100,

  /** D38. An order placed longer before its receipt is held. */
  oldOrderDays: 30,
  /** D38. How far ahead a pause may end. */
  longestPauseDays: 30,
  /** D38. By then the receipt of a shipping order is known, whose echo is skipped. */
  skippedUnknownMs: 15 * 60_000,

  /** D30. From `openOrderDays` on, an order with an open line is a case. */
  openOrderDays: 150,
  stockLedgerDays: 7,
  personalDataDays: 180,
  callLogDays: 90,
  /** D33 */
  sentEventDays: 7,
  refusedEventsPerShop: 10_000,
  /** Of senders that are not known: apart from the others. */
  unverifiedEventsPerShop: 500,
  sentBodyBytesPerShop: 256 * MIB,
} as const;
