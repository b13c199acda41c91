/**
 * The head of a Markdown file: lines of YAML between two lines `---`, as other programs read it. Ours has one line for
 * each field: a plain text, a text in quotes, or a list `[a, b]`. What others wrote besides stays as it is.
 */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Lines that are no fields of this form. */
  readonly others: readonly string[];
  readonly body: string;
}

export type FieldValue = string | readonly string[];

/** The head of a file and what follows it; no fields and the whole text where it has none. Lines may end as in Windows. */
export function parseFrontMatter(text: string): FrontMatter {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [, head, body] = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n([\s\S]*))?$/.exec(plain) ?? [];
  if (head === undefined) return { fields: {}, others: [], body: plain };
  const fields: Record<string, FieldValue> = {};
  const others: string[] = [];
  // A field of several lines stays with all of them.
  for (const lines of head.match(/^\S.*(?:\n(?:[ \t].*|- .*|-$|$))*/gm) ?? []) {
    const [, key, value] = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/.exec(lines.trimEnd()) ?? [];
    if (key === undefined) others.push(lines.trimEnd());
    else fields[key] = parseValue((value ?? '').trim());
  }
  return { fields, others, body: (body ?? '').replace(/^\n/, '') };
}

/** A file of this head and text, which ends with a line end. */
export function formatFrontMatter({ fields, others, body }: FrontMatter): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${formatValue(value)}`);
  return `---\n${[...lines, ...others].join('\n')}\n---\n\n${body.trimEnd()}\n`;
}

function parseValue(text: string): FieldValue {
  const [, list] = /^\[(.*)\]$/.exec(text) ?? [];
  if (list === undefined) return unquoted(text);
  const items = list.match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/g) ?? [];
  return items.map((item) => unquoted(item.trim())).filter((item) => item !== '');
}

function unquoted(text: string): string {
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

const formatValue = (value: FieldValue): string =>
  typeof value === 'string'
    ? quoted(value, false)
    : `[${value.map((item) => quoted(item, true)).join(', ')}]`;

/** Plain where no reader of YAML can take it for anything but this text; a time or a day is one all the same, and our ids are none. */
function quoted(text: string, inList: boolean): string {
  const isPlain =
    /^\p{L}(?:.*\S)?$/u.test(text) &&
    !/\p{Cc}|: | #|:$/u.test(text) &&
    !(inList && /[[\],{}]/.test(text)) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  const isKnown = /^\d{4}-\d\d-\d\d(?:T[\d:]+Z)?$|^\d{8}-[a-z0-9]{8}$/.test(text);
  return isPlain || isKnown ? text : JSON.stringify(text);
}
