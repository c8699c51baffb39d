/**
 * What the text of a file does not show: tables whose names are put into its statements.
 *
 * @type {Record<string, import('./sql-tables.mjs').Use[]>}
 */
export const DECLARED = {
  // The engine of store writes: its tables are named where a write is defined, which counts as reading and changing them.
  'packages/store-writes/src/claim-rows.ts': [],
  'packages/store-writes/src/pick-oldest.ts': [],
  'packages/store-writes/src/record-rows.ts': [],
  'packages/store-writes/src/resume-row.ts': [],
  // Each statement names its table; only the end of its selection stands apart.
  'packages/orders/src/support/try-now.ts': [],
  // PERSONAL_COLUMNS: the customer's request and age blank them (D29, D30).
  'packages/desk/src/customer/blank-rows.ts': changed(
    'seller_order',
    'shipping_order',
    'return',
    'return_line',
    'cancellation',
    'cancellation_marker',
    'sent_event',
    'store_call',
    'routing_decision',
    'routing_lab_line',
  ),
  // Sessions are a library's rows.
  'services/support/src/web/access/sessions.ts': ['support_session', 'door_session'].flatMap((table) =>
    ['select', 'insert', 'update', 'delete'].map((verb) => ({ table, verb })),
  ),
};

/**
 * The same for columns: those whose names are put into statements.
 *
 * @param {import('./schema-tables.mjs').Table[]} tables
 * @returns {Record<string, import('./sql-columns.mjs').ColumnUse[]>}
 */
export const declaredColumns = (tables) => ({
  // Personal data is blanked, and when is noted.
  'packages/desk/src/customer/blank-rows.ts': tables.flatMap(({ table, columns }) =>
    columns
      .filter(({ guards, name }) => guards === 'personal' || name === 'blanked_at')
      .flatMap(({ name }) => ['read', 'change'].map((how) => ({ table, column: name, how }))),
  ),
  'services/support/src/web/access/sessions.ts': ['support_session', 'door_session'].flatMap((table) =>
    ['read', 'change'].map((how) => ({ table, column: '*', how })),
  ),
});

function changed(...tables) {
  return tables.flatMap((table) => ['select', 'update'].map((verb) => ({ table, verb })));
}

/** Tables that earlier releases write and this one does not: dropped once no one runs those. */
export const OF_RELEASES_BEFORE = ['alert_notice'];
