export type Dialect = 'postgres' | 'sqlite';

/** The two tables as statements, each of which does nothing where they are there: for a platform's own migrations. */
export function kitTables(dialect: Dialect): string[] {
  const sequence =
    dialect === 'postgres'
      ? 'bigint generated always as identity primary key'
      : 'integer primary key autoincrement';
  return [
    `create table if not exists hub_kit_record (
  kind text not null, id text not null, value text not null,
  primary key (kind, id)
)`,
    `create table if not exists hub_kit_event (
  sequence ${sequence},
  event_id text not null unique, event text not null, event_key text unique, subject text, body text not null,
  state text not null, attempts integer not null, queued_at bigint not null, due_at bigint not null,
  leased_until bigint not null, lease_token text,
  ended_at bigint, status integer, code text, field text
)`,
    `create index if not exists hub_kit_event_due on hub_kit_event (sequence) where state = 'due'`,
    `create index if not exists hub_kit_event_subject on hub_kit_event (subject, sequence) where state = 'due'`,
    `create index if not exists hub_kit_event_parked on hub_kit_event (sequence) where state = 'parked'`,
  ];
}
