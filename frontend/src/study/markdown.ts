/** The part of Markdown that comments know, taken apart: no HTML ever comes of it but what the page makes itself. */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; parts: Inline[] }
  | { kind: 'em'; parts: Inline[] }
  | { kind: 'link'; href: string; parts: Inline[] };
export type Block = { kind: 'paragraph' | 'quote'; lines: Inline[][] } | { kind: 'list'; items: Inline[][] };

const INLINE =
  /`([^`]+)`|\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*|[*_]([^*_]+)[*_]|\[([^\]]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/[^\s()<>]+)/;

/** Emphasis, code and links of one line. */
export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let rest = text;
  for (let match = INLINE.exec(rest); match; match = INLINE.exec(rest)) {
    if (match.index) found.push({ kind: 'text', text: rest.slice(0, match.index) });
    const [whole, code, strong, em, label, href, address] = match;
    if (code) found.push({ kind: 'code', text: code });
    else if (strong) found.push({ kind: 'strong', parts: inline(strong) });
    else if (em) found.push({ kind: 'em', parts: inline(em) });
    else if (label && href) found.push({ kind: 'link', href, parts: [{ kind: 'text', text: label }] });
    else if (address) found.push({ kind: 'link', href: address, parts: [{ kind: 'text', text: address }] });
    rest = rest.slice(match.index + whole.length);
  }
  if (rest) found.push({ kind: 'text', text: rest });
  return found;
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;
const QUOTE = /^\s*>\s?/;

const kindOf = (line: string): Block['kind'] =>
  ITEM.test(line) ? 'list' : QUOTE.test(line) ? 'quote' : 'paragraph';

const begun = (kind: Block['kind']): Block => (kind === 'list' ? { kind, items: [] } : { kind, lines: [] });

/** Paragraphs, lists and quotations. */
export function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: Block | null = null as Block | null;
  for (const line of text.split(/\r?\n/)) {
    if (!line.trim()) {
      open = null;
      continue;
    }
    const kind = kindOf(line);
    const block: Block = open?.kind === kind ? open : begun(kind);
    if (block !== open) found.push(block);
    if (block.kind === 'list') block.items.push(inline(line.replace(ITEM, '')));
    else block.lines.push(inline(line.replace(QUOTE, '')));
    open = block;
  }
  return found;
}
