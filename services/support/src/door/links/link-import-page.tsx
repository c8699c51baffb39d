import { SHOP_DECISIONS } from '@hub/desk/door';
import type { LinkImport } from '@hub/desk/links';
import { FileFaults, FileQuestion, ImportForm } from '../../web/links/import-form';

/** The faults of a file, or a preview of its effect. */
export function LinkImportPage({ csv, end }: { csv: string; end: LinkImport }) {
  return (
    <>
      <h1>Import decisions</h1>
      {end.kind === 'faults' ? (
        <>
          <FileFaults faults={end.faults} />
          <ImportForm text={csv} decisions={SHOP_DECISIONS} />
        </>
      ) : (
        <FileQuestion csv={csv} decided={end.decided} />
      )}
    </>
  );
}
