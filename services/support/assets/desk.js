// Convenience only: every page works without it.
// "/" focuses the search, as in most desks of this kind, unless the user is typing.
document.addEventListener('keydown', (event) => {
  const writing = event.target instanceof Element && event.target.closest('input, textarea, select');
  if (event.key !== '/' || writing || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.getElementById('order-search');
  if (!search) return;
  event.preventDefault();
  search.focus();
});

// A button that copies a name beside it. Without scripts it is not shown.
document.documentElement.classList.add('scripted');
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element && event.target.closest('[data-copy]');
  if (!button) return;
  void navigator.clipboard.writeText(button.dataset.copy).then(() => {
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
});

// A checkbox that ticks all others in its table.
document.addEventListener('change', (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || !box.matches('[data-ticks-all]')) return;
  for (const other of box.closest('table').querySelectorAll('tbody input[type=checkbox]'))
    other.checked = box.checked;
});

// A chosen file fills the text field beside it, and that text is submitted.
document.addEventListener('change', (event) => {
  const chosen = event.target;
  if (!(chosen instanceof HTMLInputElement) || !chosen.dataset.fills) return;
  const [file] = chosen.files;
  const fill = (text) => (document.getElementById(chosen.dataset.fills).value = text);
  if (file) void file.text().then(fill);
});

// A second click on the same button does nothing while the first is in progress.
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  const form = event.target;
  if (form.method !== 'post') return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = 'yes';
});
window.addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent;
});

// Live components: expanded details stay expanded, text being typed and ticks are kept, and a submitted form stays submitted. Hidden pages are not refreshed. A response
// that is not this component (signed out meanwhile, or an error) leaves the current content unchanged.
if (window.Idiomorph)
  window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
    !(name === 'open' && element instanceof HTMLDetailsElement) &&
    !(name === 'value' && element === document.activeElement) &&
    !(name === 'checked' && element.matches('.tick > input')) &&
    name !== 'data-sent';
document.addEventListener('htmx:beforeRequest', (event) => {
  if (document.hidden) event.preventDefault();
});
document.addEventListener('htmx:beforeSwap', (event) => {
  const { xhr, requestConfig } = event.detail;
  if (new URL(xhr.responseURL).pathname !== new URL(requestConfig.path, location.href).pathname)
    event.detail.shouldSwap = false;
});

// A live component that cannot be refreshed keeps its content, and the page shows since when it is stale until the next refresh.
const freshAt = new Map();
const staleSince = new Map();
for (const part of document.querySelectorAll('[data-live]')) freshAt.set(part.id, new Date());
document.addEventListener('htmx:afterRequest', (event) => {
  const { elt, xhr, successful, requestConfig } = event.detail;
  if (!elt.id || !elt.matches('[data-live]')) return;
  const isItself =
    new URL(xhr.responseURL || 'x:/').pathname === new URL(requestConfig.path, location.href).pathname;
  if (successful && isItself) {
    freshAt.set(elt.id, new Date());
    staleSince.delete(elt.id);
  } else if (!staleSince.has(elt.id)) staleSince.set(elt.id, freshAt.get(elt.id));
  sayStale();
});
function sayStale() {
  const says = document.getElementById('stale');
  const [since] = [...staleSince.values()].sort((one, other) => one - other);
  if (!since) return says.replaceChildren();
  const note = says.firstElementChild ?? says.appendChild(document.createElement('p'));
  note.className = 'notice refused';
  note.textContent = `Stale since ${since.toLocaleTimeString('sv-SE')}: the desk does not answer, and is asked again by itself. What you see here may have changed.`;
}

// Times are shown in the browser's own zone, with UTC on hover. Relative times show both on hover.
const LOCAL = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });
const ZONE = new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName').value;
function showLocalTimes() {
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    const utc = `${time.dateTime.slice(0, 19).replace('T', ' ')} UTC`;
    if (/^\d{4}-\d\d-\d\d /.test(time.textContent)) {
      time.textContent = LOCAL.format(at);
      time.title = utc;
    } else time.title = `${LOCAL.format(at)} ${ZONE}, ${utc}`;
  }
  for (const zone of document.querySelectorAll('[data-zone]')) zone.textContent = ZONE;
}
showLocalTimes();
document.addEventListener('htmx:afterSwap', showLocalTimes);

// What an action began is shown by the page itself: once a live component has changed, the notice about its beginning goes.
const textBefore = new Map();
for (const part of document.querySelectorAll('[data-live]')) textBefore.set(part.id, part.textContent);
document.addEventListener('htmx:afterSwap', () => {
  const parts = [...document.querySelectorAll('[data-live]')];
  if (parts.every((part) => textBefore.get(part.id) === part.textContent)) return;
  for (const notice of document.querySelectorAll('.notice.begun')) notice.remove();
});

// Keys, unless the user is typing: "g" and a letter opens a section of the desk, "j" and "k" go to the next and the previous
// item of a list, "?" lists the keys.
let goesTo = 0;
document.addEventListener('keydown', (event) => {
  const writing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
  const keys = document.getElementById('keys');
  if (!keys || writing || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  const part =
    event.timeStamp < goesTo && /^[a-z]$/.test(key) && document.querySelector(`nav a[data-letter="${key}"]`);
  if (part) location.assign(part.href);
  else if (key === '?') keys.showModal();
  else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
  else if (key === 'g') goesTo = event.timeStamp + 1500;
  else return;
  if (key !== 'g') goesTo = 0;
  event.preventDefault();
});
function step(by) {
  const links = [...document.querySelectorAll('main tbody tr, main .items > li')]
    .map((row) => row.querySelector('th a') ?? row.querySelector('a'))
    .filter((link) => link);
  const at = links.findIndex((link) => link.closest('tr, li') === document.activeElement?.closest('tr, li'));
  const next = at === -1 && by < 0 ? links.length - 1 : at + by;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

// Ctrl or Cmd and K opens the palette on any page.
document.addEventListener('keydown', (event) => {
  const palette = document.getElementById('palette');
  if (!palette || event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  event.preventDefault();
  if (!palette.open) palette.showModal();
  document.getElementById('palette-q').select();
});
// The arrow keys move through the hits of a search. In the palette Enter opens the first one, or searches for the text if there
// is none; in the header it always searches.
function moveThroughHits(whole, { input, hits, enterOpens }) {
  whole?.addEventListener('keydown', (event) => {
    const written = document.getElementById(input);
    const found = document.getElementById(hits);
    const links = [...found.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (links[at - 1] ?? written).focus();
    else if (
      enterOpens &&
      event.key === 'Enter' &&
      at === -1 &&
      links[0] &&
      found.dataset.search === written.value.trim()
    )
      location.assign(links[0].href);
    else return;
    event.preventDefault();
  });
}
moveThroughHits(document.getElementById('palette'), {
  input: 'palette-q',
  hits: 'palette-found',
  enterOpens: true,
});
moveThroughHits(document.querySelector('header .search'), {
  input: 'order-search',
  hits: 'search-found',
  enterOpens: false,
});

// The tab's title begins with how many cases are open, as counted last in the navigation.
document.addEventListener('htmx:afterSwap', () => {
  const open = Number(document.getElementById('at-risk-count')?.dataset.open ?? 0);
  const title = document.title.replace(/^\(\d+\) /, '');
  document.title = open > 0 ? `(${open}) ${title}` : title;
});
