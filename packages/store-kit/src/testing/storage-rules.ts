import { OUTBOX_RULES } from './outbox-rules';
import { RECORD_RULES } from './record-rules';
import type { StorageRule } from './storage-rule';

/** The rules that every storage has to keep: one test for each. */
export const STORAGE_RULES: readonly StorageRule[] = [...RECORD_RULES, ...OUTBOX_RULES];
