/** Computes a value again only when one of the inputs has changed. */
export function remembering<In extends readonly unknown[], Out>(
  make: (...inputs: In) => Out,
): (...inputs: In) => Out {
  let kept: { readonly inputs: In; readonly out: Out } | null = null;
  return (...inputs) => {
    if (!kept || inputs.some((input, i) => input !== kept?.inputs[i]))
      kept = { inputs, out: make(...inputs) };
    return kept.out;
  };
}
