/** Ticks every row of its table; placed above it, so that it is also there when rows are cards. */
export function TickAll() {
  return (
    <caption>
      <label>
        <input type="checkbox" data-ticks-all /> Tick all
      </label>
    </caption>
  );
}
