import { randomUUID } from 'node:crypto';
import type { Database } from '@hub/database';
import type { Viewer } from '../access/viewer';
import { listAddress } from '../layout/list-address';

/** A filter of a list that somebody keeps under a name. */
export interface SavedView {
  id: string;
  name: string;
  /** What stands after the question mark. */
  query: string;
  owner: string;
  shared: boolean;
}

/** A list that is looked at, with what somebody has kept of it. */
export interface ListOfViews {
  page: string;
  views: readonly SavedView[];
  viewer: Viewer;
  /** As the list is narrowed now. */
  query: string;
}

const MOST_VIEWS = 100;

/** What somebody sees on a list: their own, and what others share. */
export function findViews(
  db: Database,
  { page, viewer }: { page: string; viewer: Viewer },
): Promise<SavedView[]> {
  return db.savedView.findMany({
    where: { page, OR: [{ owner: viewer.name }, { shared: true }] },
    select: { id: true, name: true, query: true, owner: true, shared: true },
    orderBy: [{ name: 'asc' }, { owner: 'asc' }],
    take: MOST_VIEWS,
  });
}

/** A list as the viewer sees it, with what is kept of it. @param asked what narrows and sorts it, as it stands in the address */
export async function viewsOfList(
  db: Database,
  list: { page: string; viewer: Viewer; asked: Readonly<Record<string, string | undefined>> },
): Promise<ListOfViews> {
  const { page, viewer, asked } = list;
  const views = await findViews(db, { page, viewer });
  return { page, views, viewer, query: listAddress('', asked).slice(1) };
}

/** Keeps a view; under a name that its owner has on that list already, the later one counts. */
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

/** @returns its list; null: it is not there, or somebody else's */
export async function deleteView(db: Database, id: string, owner: string): Promise<string | null> {
  const [view] = await db.savedView.findMany({ where: { id, owner } });
  if (!view) return null;
  await db.savedView.deleteMany({ where: { id, owner } });
  return view.page;
}
