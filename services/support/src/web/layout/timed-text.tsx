import { Time, Zone } from './time';

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z)/;

/** A sentence whose times are written as instants, such as `2026-11-28T10:00:00.000Z`: each in the clock of the page. */
export function TimedText({ text }: { text: string }) {
  // Split by a group, every second part is written as an instant; texts of shops may name one that does not exist.
  const parts = text.split(INSTANT);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 || Number.isNaN(Date.parse(part)) ? (
          part
        ) : (
          <>
            <Time at={new Date(part)} /> <Zone />
          </>
        ),
      )}
    </>
  );
}
