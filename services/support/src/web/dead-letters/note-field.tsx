/** A note about an action, for the audit trail. */
export function NoteField({ id, required = false }: { id: string; required?: boolean }) {
  return (
    <div class="field">
      <label for={id}>{required ? 'Why' : 'Note'}, for the record (no names, no addresses)</label>
      <input id={id} name="note" maxLength={500} autocomplete="off" required={required} />
    </div>
  );
}
