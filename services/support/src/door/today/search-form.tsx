/** Finds the shop's own orders. */
export function SearchForm() {
  return (
    <form class="find" action="/search" role="search" aria-label="Search your orders">
      <label for="q">Order, reference or tracking number</label>
      <span class="find-field">
        <input id="q" name="q" type="search" maxLength={255} autocomplete="off" required />{' '}
        <button type="submit">Search</button>
      </span>
    </form>
  );
}
