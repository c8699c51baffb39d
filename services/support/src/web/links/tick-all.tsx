/** Ticks every row of its table; above it, so that it is there too where rows are cards. */
export function TickAll() {
  return (
    <caption>
      <label>
        <input type="checkbox" data-ticks-all /> Tick all
      </label>
    </caption>
  );
}
