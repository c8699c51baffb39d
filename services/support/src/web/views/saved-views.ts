import { listAddress } from '@hub/desk/engine';
import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import type { Viewer } from '../access/viewer';

/** A list's filter that a person saved under a name. */
export interface SavedView {
  id: string;
  name: string;
  /** The query string. */
  query: string;
  owner: string;
  shared: boolean;
}

/** A list with its saved views. */
export interface ListOfViews {
  page: string;
  views: readonly SavedView[];
  viewer: Viewer;
  /** The current filter of the list. */
  query: string;
}

const MOST_VIEWS = 100;

/** The views of a list for a person: their own, and shared ones. */
function findViews(db: Database, { page, viewer }: { page: string; viewer: Viewer }): Promise<SavedView[]> {
  return db.savedView.findMany({
    where: { page, OR: [{ owner: viewer.name }, { shared: true }] },
    select: { id: true, name: true, query: true, owner: true, shared: true },
    orderBy: [{ name: 'asc' }, { owner: 'asc' }],
    take: MOST_VIEWS,
  });
}

/** A list as the viewer sees it, with its saved views. @param asked its filter and sorting, as the address carries them */
export async function viewsOfList(
  db: Database,
  list: { page: string; viewer: Viewer; asked: Readonly<Record<string, string | undefined>> },
): Promise<ListOfViews> {
  const { page, viewer, asked } = list;
  const views = await findViews(db, { page, viewer });
  return { page, views, viewer, query: listAddress('', asked).slice(1) };
}

/** Saves a view; one of the same owner, list and name is replaced. */
export async function saveView(
  db: Database,
  view: { page: string; name: string; query: string; owner: string; shared: boolean },
): Promise<void> {
  const { page, name, query, owner, shared } = view;
  await db.savedView.upsert({
    where: { page_owner_name: { page, owner, name } },
    create: { id: randomUUID(), ...view },
    update: { query, shared },
  });
}

/** @returns its list; null: it does not exist, or belongs to another person */
export async function deleteView(db: Database, id: string, owner: string): Promise<string | null> {
  const [view] = await db.savedView.findMany({ where: { id, owner } });
  if (!view) return null;
  await db.savedView.deleteMany({ where: { id, owner } });
  return view.page;
}
