import { FIGURE_KINDS } from '@hub/desk/figures';
import type { PruneRows } from './prune-rows';

const KINDS = [...FIGURE_KINDS];

/** Of the whole network. */
export const pruneHourFigures: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM hour_figure WHERE (kind, shop_id, hour, key) IN (
    SELECT kind, shop_id, hour, key FROM hour_figure
    WHERE kind = ANY (${KINDS}::text[]) AND shop_id = 0 AND hour < ${before} LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

/** Of single shops by the hour: older data is kept by the day. */
export const pruneShopFigures: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM hour_figure WHERE (kind, shop_id, hour, key) IN (
    SELECT kind, shop_id, hour, key FROM hour_figure
    WHERE shop_id > 0 AND hour < ${before} ORDER BY hour LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;

export const pruneDayFigures: PruneRows = (tx, { before, limit }) => tx.$executeRaw`
  DELETE FROM day_figure WHERE (kind, day, shop_id, key) IN (
    SELECT kind, day, shop_id, key FROM day_figure
    WHERE kind = ANY (${KINDS}::text[]) AND day < ${before.toISOString().slice(0, 10)}::date
    LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )`;
