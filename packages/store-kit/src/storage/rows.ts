import type { LeasedEvent, ParkedEvent, QueuedEvent } from '../storage';

/** A row as a driver gives it. */
export type Row = Readonly<Record<string, unknown>>;

export function leasedEventOf(row: Row, token: string): LeasedEvent {
  return { ...queuedEventOf(row), attempts: Number(row['attempts']), token };
}

export function parkedEventOf(row: Row): ParkedEvent {
  return {
    ...queuedEventOf(row),
    attempts: Number(row['attempts']),
    at: timeOf(row['ended_at']),
    status: row['status'] === null ? null : Number(row['status']),
    code: textOrNull(row['code']),
    field: textOrNull(row['field']),
  };
}

/** Drivers give a large whole number as a number, a text or a bigint. */
export function timeOrNull(value: unknown): Date | null {
  return value === null || value === undefined ? null : timeOf(value);
}

function queuedEventOf(row: Row): QueuedEvent {
  return {
    eventId: String(row['event_id']),
    event: String(row['event']),
    key: textOrNull(row['event_key']),
    subject: textOrNull(row['subject']),
    body: String(row['body']),
    queuedAt: timeOf(row['queued_at']),
  };
}

function timeOf(value: unknown): Date {
  return new Date(Number(value));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
