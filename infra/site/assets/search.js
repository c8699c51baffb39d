// The search of the site. "/" focuses it, the arrow keys choose a page, Enter opens it, Escape ends the search.
const SHOWN = 12;
const EXCERPT = 160;
const NONE = 'No results.';
const toTop = document.documentElement.dataset.top;
const field = document.getElementById('search');
const list = document.getElementById('found');
const state = document.getElementById('search-status');
let find = null;
let chosen = -1;

document.documentElement.classList.add('scripted');

const load = (name) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${toTop}assets/${name}.js`;
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });

/** Once, when the search is first used: the entries are a megabyte. */
let loading = null;
async function prepare() {
  loading ??= Promise.all(['minisearch', 'search-entries', 'find-pages'].map(load));
  await loading;
  find ??= globalThis.createFinder(globalThis.MiniSearch, globalThis.searchEntries);
}

async function show() {
  await prepare();
  const question = field.value.trim();
  const found = question === '' ? [] : find(question).slice(0, SHOWN);
  list.replaceChildren(...found.map((entry, index) => itemOf(entry, { index, question })));
  list.hidden = question === '';
  state.textContent =
    question === ''
      ? ''
      : found.length === 0
        ? NONE
        : found.length === 1
          ? '1 result'
          : `${found.length} results`;
  if (found.length === 0 && question !== '') list.append(noneItem());
  field.setAttribute('aria-expanded', String(!list.hidden));
  choose(found.length > 0 ? 0 : -1);
}

function noneItem() {
  const item = textElement('li', NONE);
  item.setAttribute('role', 'option');
  item.setAttribute('aria-disabled', 'true');
  return item;
}

function itemOf({ id, title, heading, text }, { index, question }) {
  const item = document.createElement('li');
  item.id = `found-${index}`;
  item.setAttribute('role', 'option');
  const link = document.createElement('a');
  link.href = `${toTop}${id}`;
  link.tabIndex = -1;
  link.append(textElement('strong', heading || title));
  if (heading) link.append(textElement('small', title));
  link.append(textElement('span', excerptOf(text, question)));
  item.append(link);
  return item;
}

function textElement(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

/** The text around the first word of the question. */
function excerptOf(text, question) {
  const word = question.toLowerCase().split(/\s+/)[0];
  const at = Math.max(0, text.toLowerCase().indexOf(word) - EXCERPT / 3);
  const begin = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const part = text.slice(begin, begin + EXCERPT);
  return `${begin > 0 ? '… ' : ''}${part}${begin + EXCERPT < text.length ? ' …' : ''}`;
}

function choose(index) {
  const items = [...list.querySelectorAll('[role=option]:not([aria-disabled])')];
  chosen = items.length === 0 ? -1 : (index + items.length) % items.length;
  for (const [at, item] of items.entries()) item.setAttribute('aria-selected', String(at === chosen));
  if (chosen === -1) return field.removeAttribute('aria-activedescendant');
  field.setAttribute('aria-activedescendant', items[chosen].id);
  items[chosen].scrollIntoView({ block: 'nearest' });
}

function closeList() {
  list.hidden = true;
  chosen = -1;
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
}

field.form.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('focus', () => void prepare());
field.addEventListener('input', () => void show());
field.addEventListener('keydown', (event) => {
  // A result that was dismissed is not opened.
  if (list.hidden) return;
  if (event.key === 'ArrowDown') choose(chosen + 1);
  else if (event.key === 'ArrowUp') choose(chosen - 1);
  else if (event.key === 'Escape') closeList();
  else if (event.key === 'Enter') list.querySelector('[aria-selected=true] a')?.click();
  else return;
  if (event.key !== 'Escape') event.preventDefault();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) closeList();
  if (event.target.closest('#found a')) closeList();
});
document.addEventListener('keydown', (event) => {
  const writing = event.target instanceof Element && event.target.closest('input, textarea, select');
  if (event.key !== '/' || writing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
