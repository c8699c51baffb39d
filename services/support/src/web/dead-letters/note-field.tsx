/** What somebody writes beside what they do, for the trail. */
export function NoteField({ id, required = false }: { id: string; required?: boolean }) {
  return (
    <div class="field">
      <label for={id}>{required ? 'Why' : 'Note'}, for the record (no names, no addresses)</label>
      <input id={id} name="note" maxLength={500} autocomplete="off" required={required} />
    </div>
  );
}
