/**
 * The version of the contract's documents: minor for what adds, major for what breaks what was released
 * (`infra/contract/breaking-changes.mjs`).
 */
export const CONTRACT_VERSION = '1.0.0';
