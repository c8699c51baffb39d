/** Changes that alter nothing that anybody could notice, each with its reason: no test is missing for them. */
export const EQUIVALENT = [];
