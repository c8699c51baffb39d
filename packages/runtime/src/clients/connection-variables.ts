import { z } from 'zod';
import { MAX_CONNECTIONS } from '../listen';
import { TrustedProxies } from './trusted-proxies';

/** The variables of every process that serves clients from outside (D36). */
export const connectionVariables = {
  TRUSTED_PROXIES: TrustedProxies,
  /** Of one client address at a time. */
  CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_CONNECTIONS)
    .default(MAX_CONNECTIONS / 8),
};
