interface FaultProps {
  result: 'passed' | 'failed' | 'not_run';
  seen: string | null;
  correct: string | null;
}

/** What was observed in a failed check, and how to correct it. */
export function Fault({ result, seen, correct }: FaultProps) {
  if (seen === null) return null;
  return (
    <>
      <br />
      {result === 'not_run' ? 'Not played' : 'Seen'}: {seen}.{correct !== null && ` Correct it: ${correct}.`}
    </>
  );
}
