/** Seconds after which a resend is worthwhile. */
export const RETRY_AFTER_S = '30';
