import { randomUUID } from 'node:crypto';
import type { Sql } from '@hub/database';
import type { AlertKind } from './alert-kinds';

/** One problem. `kind` and `subject` (such as `line:<id>`) identify it until it is resolved. */
export interface AlertReport {
  kind: AlertKind;
  subject: string;
  shopId?: number | null | undefined;
  sellerOrderId?: string | null | undefined;
  /** Plain text for support, without personal data (D29). */
  message: string;
  /** Figures and references beside the message, as JSON; without personal data too. */
  detail?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Raises an alert, in the transaction that found the problem. While the same problem is unresolved it stays one alert,
 * which counts how often it was raised and keeps the latest message; the agent who took it keeps it.
 */
export async function raiseAlert(tx: Sql, alert: AlertReport): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "alert" ("id", "kind", "subject", "shop_id", "seller_order_id", "message", "detail")
    VALUES (${randomUUID()}::uuid, ${alert.kind}, ${alert.subject}, ${alert.shopId ?? null},
      ${alert.sellerOrderId ?? null}::uuid, ${alert.message}, ${JSON.stringify(alert.detail ?? {})}::jsonb)
    ON CONFLICT ("kind", "subject") WHERE "state" <> 'resolved' DO UPDATE SET
      "count" = "alert"."count" + 1, "last_at" = now(), "message" = excluded."message", "detail" = excluded."detail"`;
}

/** Raises many alerts in one statement, each as `raiseAlert` does. No two of them have the same kind and subject. */
export async function raiseAlerts(tx: Sql, alerts: readonly AlertReport[]): Promise<void> {
  if (alerts.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO "alert" ("id", "kind", "subject", "shop_id", "seller_order_id", "message", "detail")
    SELECT * FROM unnest(
      ${alerts.map(() => randomUUID())}::uuid[],
      ${alerts.map(({ kind }) => kind)}::text[],
      ${alerts.map(({ subject }) => subject)}::text[],
      ${alerts.map(({ shopId }) => shopId ?? null)}::int[],
      ${alerts.map(({ sellerOrderId }) => sellerOrderId ?? null)}::uuid[],
      ${alerts.map(({ message }) => message)}::text[],
      ${alerts.map(({ detail }) => JSON.stringify(detail ?? {}))}::jsonb[])
    ON CONFLICT ("kind", "subject") WHERE "state" <> 'resolved' DO UPDATE SET
      "count" = "alert"."count" + 1, "last_at" = now(), "message" = excluded."message", "detail" = excluded."detail"`;
}

/** Resolves the open alerts of a kind, in one statement. */
export async function resolveAlerts(tx: Sql, kind: AlertKind, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await tx.$executeRaw`
    UPDATE "alert" SET "state" = 'resolved', "resolved_at" = now()
    WHERE "kind" = ${kind} AND "subject" = ANY (${[...subjects]}) AND "state" <> 'resolved'`;
}

/** Resolves the alert, if it is open. @returns whether it was */
export async function resolveAlert(tx: Sql, kind: AlertKind, subject: string): Promise<boolean> {
  const resolved = await tx.$executeRaw`
    UPDATE "alert" SET "state" = 'resolved', "resolved_at" = now()
    WHERE "kind" = ${kind} AND "subject" = ${subject} AND "state" <> 'resolved'`;
  return resolved > 0;
}
