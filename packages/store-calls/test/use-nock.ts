import { afterAll, afterEach, beforeAll } from '@jest/globals';
import nock from 'nock';

/** Replaces the network in one test file. Restored at its end: test files of one worker share node's `http`. */
export function useNock(): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => {
    nock.abortPendingRequests();
    nock.cleanAll();
  });
  afterAll(() => {
    nock.restore();
  });
}
