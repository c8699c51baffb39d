import { z } from 'zod';
import { MAX_CONNECTIONS } from '../listen';
import { variable } from '../variable-facts';
import { TrustedProxies } from './trusted-proxies';

/** The variables of every process that serves clients from outside (D36). */
export const connectionVariables = {
  TRUSTED_PROXIES: variable(
    'The proxies before ingress, desk and door, whose `X-Forwarded-For` is believed. If it is not set: none.',
    TrustedProxies,
  ),
  CONNECTIONS_PER_ADDRESS: variable(
    'Connections of one client address to ingress, desk or door at a time.',
    z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_CONNECTIONS)
      .default(MAX_CONNECTIONS / 8),
  ),
};
