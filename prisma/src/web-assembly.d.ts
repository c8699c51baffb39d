/** The one function of the WebAssembly global that is used here; its full types come only with those of the DOM. */
declare namespace WebAssembly {
  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
}
