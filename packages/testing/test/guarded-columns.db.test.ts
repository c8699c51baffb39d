import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rows } from '@hub/database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { repositoryRoot, testConfig } from '../src/config';
import { createTestDatabase, type TestDatabase } from '../src/test-database';

const PAGE = join(repositoryRoot(), 'docs', 'operators', 'columns.md');
const ROW =
  /^\| `(?<column>[\w.]+)`\s+\| \w+\s+\| (?:`(?<role>\w+)`|none)\s+\| (?<reads>.*?)\s+\| (?<changes>.*?)\s+\|$/;
const CUSTOMER = ['name', 'latitude', 'longitude', 'ship_to', 'content_sha256'].map(
  (name) => `seller_order.${name}`,
);
const WORKERS = ['catalogue', 'inventory', 'routing', 'fulfilment', 'cancellation', 'returns'];

const ROLES = ['ingress', 'support', 'command', ...WORKERS].map((name) => `hub_${name}`);

/** Such as `hub_routing reads seller_order.ship_to`. */
const documented = new Set<string>();
const columns = new Set<string>();
for (const line of readFileSync(PAGE, 'utf8').split('\n')) {
  const { column, role, reads, changes } = ROW.exec(line)?.groups ?? {};
  if (column === undefined) continue;
  columns.add(column);
  if (role === undefined) continue;
  if (reads !== 'no') documented.add(`${role} reads ${column}`);
  if (changes !== 'no') documented.add(`${role} changes ${column}`);
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// On a shared server, tests create no roles.
const withRoles = testConfig().rolePerService ? describe : describe.skip;

withRoles('a guarded column', () => {
  it('is read and changed by the roles that docs/operators/columns.md names, and by no other', async () => {
    const may = await rows(
      z.object({ fact: z.string() }),
      database.db.$queryRaw`
      SELECT r.rolname || does.what || c.name AS fact
      FROM unnest(${[...columns]}::text[]) AS c (name)
      CROSS JOIN (SELECT rolname FROM pg_roles WHERE rolname = ANY (${ROLES}::text[])) r
      CROSS JOIN (VALUES (' reads ', 'SELECT'), (' changes ', 'UPDATE')) AS does (what, privilege)
      WHERE has_column_privilege(r.rolname, split_part(c.name, '.', 1), split_part(c.name, '.', 2), does.privilege)`,
    );
    expect(columns.size).toBeGreaterThan(30);
    expect(may.map(({ fact }) => fact).toSorted()).toEqual([...documented].toSorted());
  });

  it.each(['ingress', 'catalogue', 'inventory', 'fulfilment', 'returns'])(
    'of a customer is not read by hub_%s',
    (service) => {
      for (const column of CUSTOMER) expect(documented).not.toContain(`hub_${service} reads ${column}`);
    },
  );

  it("of a shop's people is read by the desk and the command alone", () => {
    for (const service of ['ingress', ...WORKERS])
      expect(documented).not.toContain(`hub_${service} reads shop.contacts`);
    expect(documented).toContain('hub_support reads shop.contacts');
  });

  it("is changed only by whom it concerns: a shop's address, a frozen order, a price", () => {
    for (const service of ['ingress', ...WORKERS])
      for (const column of ['shop.store_api_root', 'shop.contacts', 'order_line.unit_price'])
        expect(documented).not.toContain(`hub_${service} changes ${column}`);
    for (const service of ['returns', 'cancellation', 'fulfilment'])
      for (const column of ['shipping_order.payload', 'shipping_order_line.unit_price'])
        expect(documented).not.toContain(`hub_${service} changes ${column}`);
    expect(documented).toContain('hub_command changes shop.store_api_root');
    expect(documented).toContain('hub_routing reads seller_order.ship_to');
  });
});
