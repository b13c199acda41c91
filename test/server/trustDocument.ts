import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { plainSecrets } from '../../src/disk/secrets/secrets.ts';
import { cases } from '../unit/store/faults/cases.ts';
import { kindNames } from '../unit/store/faults/faultyDisk.ts';
import { tokens } from '../unit/store/secrets/tokens.ts';

const root = resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** What opens a connection to another program, or waits for one. */
const opens = {
  'asks an address': /\bfetch\(/,
  'connects to a database': /from 'pg'/,
  'connects to a server': /\{[^}]*\bconnect\b[^}]*\} from 'node:(?:net|tls)'/,
  'waits for calls': /\{[^}]*\bcreateServer\b[^}]*\} from 'node:http'/,
} as const;

/** Clients of models that are published as packages. */
const models =
  /openai|anthropic|generative|genai|mistral|cohere|ollama|langchain|llama|transformers|bedrock/i;

/** The page docs/trust.md: figures that this repository counts of itself. */
export function trustDocument(): string {
  const all = tokens();
  const missed = all.filter(({ text, secret }) => plainSecrets.text(text).includes(secret));
  const kinds = new Set(all.map(({ of }) => of)).size;
  const planted = read('test/server/plantedPayloads.test.ts');
  const payloads = Number(/^const count = (\d+);/m.exec(planted)?.[1]);
  const waysOut = [...planted.matchAll(/^ {2}(\w+|'[^']+'): \{$/gm)].map(([, name = '']) => name);
  const imported = sources().flatMap((file) =>
    [...read(file).matchAll(/ from '([^.'][^']*)';/g)].map(([, name = '']) => name),
  );
  const clients = new Set(imported.filter((name) => models.test(name)));
  const ways = connections();
  return `# What is counted

This page is made by \`node scripts/trust.mjs\`, and a test fails where it is not what the command makes. It says only what this repository can count of itself.

${table([
  ['what', 'figure', 'shown by'],
  row('planted payloads (orders, forged layouts)', payloads, 'test/server/plantedPayloads.test.ts'),
  row('ways out in which they are looked for', waysOut.length, 'test/server/plantedPayloads.test.ts'),
  row('lines that forge our layout before it fails', 0, 'test/server/plantedPayloads.test.ts'),
  row('forms of secrets that are tried', all.length, 'test/unit/store/secrets/tokens.ts'),
  row('kinds of secrets among them', kinds, 'test/unit/store/secrets/tokens.ts'),
  row('of these forms, missed', missed.length, 'test/unit/store/secrets/masking.test.ts'),
  row('changes that are tried on a failing disk', cases.length, 'test/unit/store/faults/cases.ts'),
  row('ways in which the disk fails', kindNames.length, 'test/unit/store/faults/faultyDisk.ts'),
  row('clients of models that the program imports', clients.size, 'imports of src'),
  row('places that open connections', ways.length, 'below'),
])}

## Connections

These are all the files of \`src\` that open a connection or wait for one. None does before a person sets the address, joins the hub, or starts the server with \`--http\`.

${ways.map(({ file, what }) => `- \`${file}\` ${what}`).join('\n')}

## What it does not say

The payloads are of a few dozen forms, put together by chance with a fixed seed: they show that nothing forges our layout, not that no model follows what it reads. The secrets are made up in the forms that providers document: a secret of another form, or one of words alone, is [not known](decisions/secrets.md).

What agents do with what they are given, and how many tokens they need for it, is measured with the real programs outside of this repository, and is not counted here.
`;
}

const row = (what: string, figure: number, by: string): readonly string[] => [
  what,
  String(figure),
  by.includes('/') ? `[${by}](../${by})` : by,
];

/** A table of Markdown, whose first row is its head. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((each) => each[n]?.length ?? 0)));
  const lines = rows.map((each) => each.map((cell, n) => cell.padEnd(widths[n] ?? 0)));
  const head = widths.map((width) => '-'.repeat(width));
  return [lines[0] ?? [], head, ...lines.slice(1)].map((each) => `| ${each.join(' | ')} |`).join('\n');
}

function connections(): readonly { readonly file: string; readonly what: string }[] {
  return sources().flatMap((file) => {
    const text = read(file);
    return Object.entries(opens).flatMap(([what, pattern]) => (pattern.test(text) ? [{ file, what }] : []));
  });
}

function sources(): readonly string[] {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.tsx?$/.test(name));
  return files.map((name) => `src/${name.replaceAll(sep, '/')}`).toSorted();
}
