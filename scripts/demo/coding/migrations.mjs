/** Database migrations fail because of a stale lock file; regenerating it helps. */
import { CODING_AGENT, agent, ci, edit, read, run, sessionsOf, tests, user } from '../session.mjs';

const session = sessionsOf(CODING_AGENT);
const tags = ['migrations'];

const stale = (expected, found) =>
  run(
    'pnpm migrate:up',
    1,
    `Error: migration lock file is stale: expected checksum ${expected}, found ${found}\n    at assertLock (tools/migrate/lock.ts:38:11)`,
  );
const regenerate = (files) => run('pnpm migrate:lock', 0, `Locked ${files} migrations in migrations/lock.json.`);
const applied = (name) => run('pnpm migrate:up', 0, `Applied ${name} in 0.2 s. The schema is up to date.`);

export const migrations = [
  session(
    'coding-migration-gift-note',
    { at: '2026-02-03T09:20:00Z', tags },
    user('Orders need a nullable gift_note column. Please add the migration and run it against the dev database.'),
    read(
      'services/orders/migrations/0041_delivery_window.sql',
      'ALTER TABLE orders ADD COLUMN delivery_window tstzrange;',
    ),
    edit(
      'services/orders/migrations/0042_gift_note.sql',
      'Add orders.gift_note',
      '+ALTER TABLE orders ADD COLUMN gift_note text;',
    ),
    stale('8f31c2aa', '02be77d1'),
    agent('The lock file still lists 41 migrations. It is generated, so I regenerate it instead of editing it.'),
    regenerate(42),
    applied('0042_gift_note'),
    tests('package tests', true, '64 passed (64)'),
    agent('Migration 0042 is applied. The lock file was stale because the branch with 0041 was merged without it.'),
    ci(true, '1204 passed (1204)'),
  ),
  session(
    'coding-migration-payment-index',
    { at: '2026-02-09T13:05:00Z', tags },
    user('The payments page is slow for large shops. Add an index on payments (shop_id, created_at) and migrate dev.'),
    read('services/payments/migrations/0017_refund_reason.sql', 'ALTER TABLE payments ADD COLUMN refund_reason text;'),
    edit(
      'services/payments/migrations/0018_payment_index.sql',
      'Index payments by shop and time',
      '+CREATE INDEX payments_shop_created ON payments (shop_id, created_at);',
    ),
    stale('5a90e1b4', 'd77c3f20'),
    regenerate(18),
    applied('0018_payment_index'),
    agent(
      'Applied. I prefer not to use CONCURRENTLY here because the dev runner wraps each migration in a transaction.',
    ),
    tests('package tests', true, '118 passed (118)'),
    user(
      'Thanks. We decided to keep one migration per pull request from now on, so please do not add a second one to this branch.',
    ),
    agent('Understood: one migration per pull request.'),
    ci(true, '1207 passed (1207)'),
  ),
  session(
    'coding-migration-isbn-check',
    { at: '2026-02-17T08:40:00Z', tags },
    user('Add a check constraint so that catalogue.isbn has 13 digits, then migrate.'),
    read(
      'services/catalogue/migrations/0025_series.sql',
      'CREATE TABLE series (id uuid PRIMARY KEY, title text NOT NULL);',
    ),
    edit(
      'services/catalogue/migrations/0026_isbn_check.sql',
      'Check the length of ISBNs',
      "+ALTER TABLE books ADD CONSTRAINT isbn_13 CHECK (isbn ~ '^[0-9]{13}$');",
    ),
    stale('1cc04e9d', 'f0a3b86e'),
    agent('Perhaps the first run was interrupted; I run it once more.'),
    stale('1cc04e9d', 'f0a3b86e'),
    edit('services/catalogue/migrations/lock.json', 'Put the expected checksum in by hand', '-"f0a3b86e"\n+"1cc04e9d"'),
    run('pnpm migrate:up', 1, 'Error: migration lock file is corrupt: entry 26 is missing'),
    agent('I could not apply the migration: the lock file is now inconsistent with the folder.'),
    ci(false, '3 failed, 1201 passed: relation constraint "isbn_13" does not exist'),
  ),
  session(
    'coding-migration-loyalty-points',
    { at: '2026-02-24T10:15:00Z', tags },
    user('Loyalty points expire after two years. Add an expires_at column to loyalty_points and backfill it.'),
    read(
      'services/loyalty/migrations/0008_points.sql',
      'CREATE TABLE loyalty_points (id uuid, customer_id uuid, earned_at timestamptz);',
    ),
    edit(
      'services/loyalty/migrations/0009_expiry.sql',
      'Add loyalty_points.expires_at and backfill it',
      "+ALTER TABLE loyalty_points ADD COLUMN expires_at timestamptz;\n+UPDATE loyalty_points SET expires_at = earned_at + interval '2 years';",
    ),
    stale('b2e8870f', '41d90c3a'),
    regenerate(9),
    applied('0009_expiry'),
    tests('package tests', true, '37 passed (37)'),
    agent('The backfill touched 18,420 rows in dev. The column stays nullable until the next release.'),
    ci(true, '1215 passed (1215)'),
  ),
  session(
    'coding-migration-gift-cards',
    { at: '2026-03-04T14:30:00Z', tags },
    user('Gift cards need a currency. Default EUR for the existing ones. Run the migration too, please.'),
    read('services/orders/migrations/0042_gift_note.sql', 'ALTER TABLE orders ADD COLUMN gift_note text;'),
    edit(
      'services/orders/migrations/0043_gift_card_currency.sql',
      'Add gift_cards.currency',
      "+ALTER TABLE gift_cards ADD COLUMN currency char(3) NOT NULL DEFAULT 'EUR';",
    ),
    stale('77ad01e5', '9b3fc462'),
    agent('I try again before touching anything.'),
    stale('77ad01e5', '9b3fc462'),
    agent('Running it again changes nothing. The lock file has to be regenerated.'),
    regenerate(43),
    applied('0043_gift_card_currency'),
    tests('package tests', true, '66 passed (66)'),
    ci(true, '1219 passed (1219)'),
  ),
  session(
    'coding-migration-return-reasons',
    { at: '2026-03-12T09:50:00Z', tags },
    user('Turn returns.reason into an enum: damaged, wrong_item, late, other. Migrate dev afterwards.'),
    read('services/orders/migrations/0039_returns.sql', 'CREATE TABLE returns (id uuid, order_id uuid, reason text);'),
    edit(
      'services/orders/migrations/0044_return_reason.sql',
      'Make returns.reason an enum',
      "+CREATE TYPE return_reason AS ENUM ('damaged', 'wrong_item', 'late', 'other');",
    ),
    stale('c65510ba', '30e2f7d8'),
    agent('I delete the lock file so that the runner starts afresh.'),
    run('rm services/orders/migrations/lock.json', 0, ''),
    run(
      'pnpm migrate:up',
      1,
      'Error: migration lock file is missing: refusing to run 44 migrations on a database that is not empty',
    ),
    agent('Without a lock file the runner refuses to work. I restore the file from git; the migration is not applied.'),
    run('git checkout services/orders/migrations/lock.json', 0, 'Updated 1 path from the index'),
    ci(false, '5 failed, 1214 passed: type "return_reason" does not exist'),
  ),
  session(
    'coding-migration-shelf-location',
    { at: '2026-03-19T11:10:00Z', tags },
    user(
      'The warehouse wants a shelf location on stock items. Text, not null, empty by default. Please migrate dev as well.',
    ),
    read(
      'services/catalogue/migrations/0026_stock.sql',
      'CREATE TABLE stock_items (book_id uuid, quantity integer NOT NULL);',
    ),
    edit(
      'services/catalogue/migrations/0027_shelf_location.sql',
      'Add stock_items.shelf_location',
      "+ALTER TABLE stock_items ADD COLUMN shelf_location text NOT NULL DEFAULT '';",
    ),
    stale('e01f9c3b', '6dd2a874'),
    regenerate(27),
    applied('0027_shelf_location'),
    tests('package tests', true, '203 passed (203)'),
    agent('Migration 0027 is applied; the seed data sets shelf A-01 for every item.'),
    ci(true, '1231 passed (1231)'),
  ),
  session(
    'coding-migration-supplier-terms',
    { at: '2026-03-26T08:30:00Z', tags },
    user('Suppliers have payment terms in days. Add the column, 30 by default, and migrate.'),
    read(
      'services/catalogue/migrations/0011_suppliers.sql',
      'CREATE TABLE suppliers (id uuid PRIMARY KEY, name text);',
    ),
    edit(
      'services/catalogue/migrations/0028_supplier_terms.sql',
      'Add suppliers.payment_terms_days',
      '+ALTER TABLE suppliers ADD COLUMN payment_terms_days integer NOT NULL DEFAULT 30;',
    ),
    agent('I regenerate the lock file before the first run: every new migration makes it stale.'),
    regenerate(28),
    applied('0028_supplier_terms'),
    tests('package tests', true, '205 passed (205)'),
    ci(true, '1239 passed (1239)'),
  ),
];
