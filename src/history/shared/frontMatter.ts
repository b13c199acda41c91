/**
 * The head of a Markdown file: lines of YAML between two `---` lines. Our fields take one line each: plain text,
 * quoted text or a list `[a, b]`. Other content is preserved.
 */
export interface FrontMatter {
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Lines that are not fields of this form. */
  readonly others: readonly string[];
  readonly body: string;
}

export type FieldValue = string | readonly string[];

/** Splits a file into head and body; without a head, all of it is the body. Accepts Windows line ends. */
export function parseFrontMatter(text: string): FrontMatter {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [, head, body] = /^---[ \t]*\n([\s\S]*?)\n?---[ \t]*(?:\n([\s\S]*))?$/.exec(plain) ?? [];
  if (head === undefined) return { fields: {}, others: [], body: plain };
  const fields: Record<string, FieldValue> = {};
  const others: string[] = [];
  for (const lines of fieldsIn(head)) {
    const [, key, value] = /^([A-Za-z][\w-]*):(?:[ \t]+([^\n]*))?$/.exec(lines) ?? [];
    if (key === undefined) others.push(lines);
    else fields[key] = parseValue((value ?? '').trim());
  }
  return { fields, others, body: (body ?? '').replace(/^\n/, '') };
}

/** Formats a file that ends with a line break. */
export function formatFrontMatter({ fields, others, body }: FrontMatter): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${formatValue(value)}`);
  return `---\n${[...lines, ...others].join('\n')}\n---\n\n${body.trimEnd()}\n`;
}

/** Splits a head into its fields, each with all of its lines. Only a line feed ends a line, as in YAML. */
const fieldsIn = (head: string): readonly string[] =>
  head
    .split(/\n(?![ \t]|- |-\n|-$|\n|$)/)
    .map((lines) => lines.trimEnd())
    .filter((lines) => /^\S/.test(lines));

function parseValue(text: string): FieldValue {
  const [, list] = /^\[(.*)\]$/s.exec(text) ?? [];
  if (list === undefined) return unquoted(text);
  const items = list.match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/g) ?? [];
  return items.map((item) => unquoted(item.trim())).filter((item) => item !== '');
}

function unquoted(text: string): string {
  if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (!/^".*"$/s.test(text)) return text;
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

/** Quotes a text unless every YAML reader takes it as plain text. Times and days stay plain; our ids are neither. */
function quoted(text: string, inList: boolean): string {
  const isPlain =
    /^\p{L}(?:.*\S)?$/u.test(text) &&
    !/\p{Cc}|: | #|:$/u.test(text) &&
    !(inList && /[[\],{}]/.test(text)) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  const isKnown = /^\d{4}-\d\d-\d\d(?:T[\d:]+Z)?$|^\d{8}-[a-z0-9]{8}$/.test(text);
  return isPlain || isKnown ? text : JSON.stringify(text);
}
