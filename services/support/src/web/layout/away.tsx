import type { Request } from 'express';

/** The text while the database is down (D5's counterpart for people): what to do, and that nothing was lost. */
export const AWAY_TITLE = 'The database is unavailable';
export const AWAY_RETRY_SECONDS = 5;

/** The page shown instead of any other while the database cannot be reached. */
export function Away({ request }: { request: Request }) {
  const looks = ['GET', 'HEAD'].includes(request.method);
  return (
    <div class="panel trouble bad narrow">
      <h1>{AWAY_TITLE}</h1>
      <p>
        The desk works again once the database is back. No data is lost: shops are asked to send their events
        again later, and messages stay in their queues.
      </p>
      {looks ? (
        <p>
          <a href={request.originalUrl}>Try again</a>
        </p>
      ) : (
        <p>
          <strong>Your last action may not have been saved.</strong> Once the database is back, check before
          you repeat it.
        </p>
      )}
    </div>
  );
}

/**
 * Drops the session that was read before the database went down: storing it at the end of the answer would fail, and
 * abort the answer.
 */
export function leaveSession(request: Request): void {
  Reflect.deleteProperty(request, 'session');
}
