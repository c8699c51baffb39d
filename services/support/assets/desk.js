// Comfort only: every page works without it.
// "/" goes to the search, as in most desks of this kind; not while somebody writes.
document.addEventListener('keydown', (event) => {
  const writing = event.target instanceof Element && event.target.closest('input, textarea, select');
  if (event.key !== '/' || writing || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.getElementById('order-search');
  if (!search) return;
  event.preventDefault();
  search.focus();
});

// A box that ticks all others of its table.
document.addEventListener('change', (event) => {
  const box = event.target;
  if (!(box instanceof HTMLInputElement) || !box.matches('[data-ticks-all]')) return;
  for (const other of box.closest('table').querySelectorAll('tbody input[type=checkbox]'))
    other.checked = box.checked;
});

// A file that is chosen fills in the text beside it, which is what is sent.
document.addEventListener('change', (event) => {
  const chosen = event.target;
  if (!(chosen instanceof HTMLInputElement) || !chosen.dataset.fills) return;
  const [file] = chosen.files;
  const fill = (text) => (document.getElementById(chosen.dataset.fills).value = text);
  if (file) void file.text().then(fill);
});

// A second click on the same button does nothing while the first is under way.
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

// Live parts: what was unfolded stays unfolded, what is being written stays as it is, what was sent stays sent, nobody asks for a page that nobody looks at, and an answer that is no page
// of that part (signed out meanwhile, or an error) leaves what is shown as it is.
if (window.Idiomorph)
  window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
    !(name === 'open' && element instanceof HTMLDetailsElement) &&
    !(name === 'value' && element === document.activeElement) &&
    name !== 'data-sent';
document.addEventListener('htmx:beforeRequest', (event) => {
  if (document.hidden) event.preventDefault();
});
document.addEventListener('htmx:beforeSwap', (event) => {
  const { xhr, requestConfig } = event.detail;
  if (new URL(xhr.responseURL).pathname !== new URL(requestConfig.path, location.href).pathname)
    event.detail.shouldSwap = false;
});

// A live part that cannot be refreshed keeps what it shows, and the page says since when that is old, until it is refreshed.
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
