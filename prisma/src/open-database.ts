import { hostname } from 'node:os';
import type { Pool } from 'pg';
import { createDatabase, type Database, type DatabaseOptions } from './database';
import { openPool, USUAL_LIMITS } from './open-pool';

/** The variables that say how a process connects (D28). */
export interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE?: number | undefined;
  DATABASE_PREPARED?: 'named' | 'off' | undefined;
  DATABASE_CA_FILE?: string | undefined;
}

/** The owner of the connections, and their number where the configuration does not set it. */
export interface PoolUse {
  service: string;
  size: number;
  /** Where a process has several pools: the share of the configured number for this one, at least one connection. */
  share?: number;
}

/** Opens the configured database. */
export function openDatabase(config: DatabaseConfig, use: PoolUse): Database {
  return createDatabase(config.DATABASE_URL, optionsOf(config, use));
}

/** A plain pool, for a library that needs one. */
export function openSessionPool(config: DatabaseConfig, use: PoolUse): Pool {
  const { poolSize, ...options } = optionsOf(config, use);
  const pooled = options.prepared === 'off';
  return openPool({ ...options, url: config.DATABASE_URL, size: poolSize, limits: USUAL_LIMITS, pooled });
}

function optionsOf(config: DatabaseConfig, { service, size, share = 1 }: PoolUse) {
  const { DATABASE_POOL_SIZE: given, DATABASE_PREPARED: prepared = 'named' } = config;
  const poolSize = given === undefined ? size : Math.max(1, Math.floor(given * share));
  return {
    poolSize,
    prepared,
    applicationName: applicationName(service, poolSize),
    caFile: config.DATABASE_CA_FILE,
  } satisfies DatabaseOptions;
}

const LONGEST_NAME = 63;

/**
 * Who holds a connection, as the server shows it: `<service>/<host>/<process>/<pool size>`, so that the connections of
 * all processes can be added up.
 */
function applicationName(service: string, poolSize: number): string {
  const tail = `/${process.pid}/${poolSize}`;
  return `${`${service}/${hostname()}`.slice(0, LONGEST_NAME - tail.length)}${tail}`;
}
