// How much of what happened before a compaction the agent's own summary holds, and how much a brief.
//   npm run bench:brief -- [--json] [--all] [--missing] [FOLDER]   (transcripts of any agents; or BRIEF_TRANSCRIPTS)
// Without a folder only of sessions that are made here. --all: also transcripts that were never compacted, as a whole.
// --cut 0.6: every transcript as if it were compacted after this share of it. --tokens 1200: with another budget.
// Two readers say whether a request is held: by its first 12 letters, or `strictly`: its first 40 letters (of Chinese
// 16) stand there, or its whole first sentence, or in one piece three of five of its words that mean something.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { Briefs } from '../../../src/insight/brief/brief.ts';
import type { Brief } from '../../../src/insight/brief/types.ts';
import { contextOf } from '../../../src/disk/context.ts';
import { readTranscript } from '../../../src/agents/readTranscript.ts';
import { heldIn, noShares, subjects, type Shares, type Subject } from './held.ts';
import { scriptedSessions, type Did } from './scripted.ts';
import { truthOf, type Truth } from './truth.ts';

const maxTokens = numberAfter('--tokens') ?? 800;
/** The share of a transcript after which it is cut off, as if it were compacted there. */
const cutAt = numberAfter('--cut');
/** Sessions of more requests have no room for what the strict reader asks for: 40 letters of 60 requests, with their references, are more than 800 tokens. */
const roomy = 25;

/** What is to be reached, shares of 1. */
const wanted: Partial<Record<Subject, number>> = { requests: 0.95, files: 0.9, commands: 0.9 };

function numberAfter(flag: string): number | undefined {
  const at = process.argv.indexOf(flag);
  const value = Number(process.argv[at + 1]);
  return at > 0 && value > 0 ? value : undefined;
}

interface Row {
  readonly name: string;
  readonly own?: Shares;
  readonly brief: Shares;
  readonly tokens: number;
  readonly milliseconds: number;
}

/** The brief after the compaction of the session in a transcript. */
async function briefOf(path: string, root: string): Promise<{ brief: Brief; milliseconds: number }> {
  const record = await readTranscript(path);
  const info = {
    number: 1,
    source: record.source ?? 'claude',
    sessionId: record.sessionId,
    title: '',
    path,
    startedAt: 0,
    activeAt: Date.parse(record.lastUpdated),
    size: 0,
  };
  const briefs = new Briefs(contextOf(root, { language: 'en', isReadOnly: () => true }), {
    dialogs: { list: () => Promise.resolve([]), detail: () => Promise.reject(new Error('there is none')) },
    memories: { list: () => Promise.resolve([]) },
    sessions: {
      list: () => Promise.resolve({ sessions: [info], total: 1, unread: [] }),
      find: () => Promise.resolve(info),
      read: () => Promise.resolve(record),
      summary: () => Promise.resolve(undefined),
    },
  });
  const places = { home: root, env: {}, platform: process.platform };
  const begun = performance.now();
  const brief = await briefs.make({ folders: [root], places }, { purpose: 'afterCompaction', maxTokens });
  return { brief, milliseconds: performance.now() - begun };
}

async function rowOf(name: string, path: string, truth: Truth, root: string): Promise<Row> {
  const { brief, milliseconds } = await briefOf(path, root);
  const tokens = encode(brief.text).length;
  if (tokens > maxTokens || brief.tokens > maxTokens) throw new Error(`${name}: ${tokens} tokens`);
  const tell = (subject: Subject, what: string) => {
    if (process.argv.includes('--missing'))
      console.log(`  missing in ${name}: ${subject}: ${what.slice(0, 100)}`);
  };
  const own = truth.summary === undefined ? {} : { own: heldIn(truth.summary, truth) };
  return { name, ...own, brief: heldIn(brief.text, truth, tell), tokens, milliseconds };
}

/** What a script knows to have happened. */
function knownOf(did: readonly Did[]): Truth {
  const last = did.findLast((one) => one.kind === 'compacted');
  const outcomes = new Map(did.flatMap((one) => (one.kind === 'ran' ? [[one.of, one.failed] as const] : [])));
  return {
    requests: did.flatMap((one) => (one.kind === 'asked' ? [one.text] : [])),
    files: [
      ...new Set(did.flatMap((one) => (one.kind === 'edited' || one.kind === 'helped' ? [one.path] : []))),
    ],
    commands: [...outcomes].map(([kind, failed]) => ({ kind, failed })),
    decisions: did.flatMap((one) => (one.kind === 'decided' ? [one.text] : [])),
    ...(last?.kind === 'compacted' && { summary: last.summary }),
    end: 0,
  };
}

async function scriptedRows(root: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [n, { name, form, did }] of scriptedSessions().entries()) {
    const id = `550e8400-e29b-41d4-a716-4466554400${String(n).padStart(2, '0')}`;
    const files = form(did, id);
    for (const [file, content] of files) await place(join(root, `${n}`, file), content);
    rows.push(await rowOf(name, join(root, `${n}`, files[0]?.[0] ?? ''), knownOf(did), root));
  }
  return rows;
}

async function place(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** The transcripts in a folder, each cut off after its last compaction. */
async function givenRows(folder: string, root: string): Promise<Row[]> {
  const rows: Row[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) {
    if (!/\.jsonl?$/.test(path) || /[\\/](?:subagents[\\/]|agent-)[^\\/]*$|expect\.json$/.test(path))
      continue;
    const content = cutOff(await readFile(path, 'utf8'));
    const truth = await Promise.resolve(content).then(truthOf, () => undefined);
    const isMeant = truth?.summary !== undefined || process.argv.includes('--all') || cutAt !== undefined;
    if (!truth || !isMeant) continue;
    const name = relative(folder, path);
    const cut = join(root, 'given', name);
    await place(cut, content.slice(0, truth.end));
    await rowOf(name, cut, truth, root).then(
      (row) => rows.push(row),
      (error: unknown) => console.error(`${name}: ${String(error)}`),
    );
  }
  return rows;
}

/** At the end of a line. What is no lines stays whole. */
const cutOff = (content: string): string =>
  cutAt === undefined || content.trimStart().startsWith('[')
    ? content
    : content.slice(0, content.indexOf('\n', cutAt * content.length) + 1 || content.length);

function totalOf(rows: readonly Row[], of: (row: Row) => Shares | undefined): Shares {
  const total = noShares();
  for (const shares of rows.map(of))
    for (const subject of subjects) {
      total[subject].held += shares?.[subject].held ?? 0;
      total[subject].of += shares?.[subject].of ?? 0;
    }
  return total;
}

const ofShort = (rows: readonly Row[]): Shares =>
  totalOf(rows, (row) => (row.brief.requests.of <= roomy ? row.brief : undefined));

const percent = (shares: Shares | undefined, subject: Subject): string => {
  const { held, of } = shares?.[subject] ?? { held: 0, of: 0 };
  return of === 0 ? '–' : `${held}/${of}`;
};

function print(title: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  console.log(`\n${title}: held by the agent's own summary | by the brief of ${maxTokens} tokens`);
  console.log(`${''.padEnd(44)}${subjects.map((subject) => subject.padStart(17)).join('')}   tokens      ms`);
  const line = (name: string, own: Shares | undefined, brief: Shares, end: string): void =>
    console.log(
      name.slice(-43).padEnd(44) +
        subjects.map((one) => `${percent(own, one)} | ${percent(brief, one)}`.padStart(17)).join('') +
        end,
    );
  for (const { name, own, brief, tokens, milliseconds } of rows)
    line(name, own, brief, String(tokens).padStart(9) + milliseconds.toFixed(1).padStart(8));
  const [own, brief] = [totalOf(rows, (row) => row.own), totalOf(rows, (row) => row.brief)];
  line('all', own, brief, '');
  const share = ({ held, of }: { held: number; of: number }): string =>
    of === 0 ? '–' : `${((100 * held) / of).toFixed(1)} %`;
  console.log(
    ''.padEnd(44) + subjects.map((one) => `${share(own[one])} | ${share(brief[one])}`.padStart(17)).join(''),
  );
  const { strictly } = ofShort(rows);
  console.log(`Requests strictly, in sessions of at most ${roomy} requests: ${share(strictly)}`);
}

async function main(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'brief-'));
  try {
    const folder =
      process.argv.slice(2).find((word) => !/^(?:--.*|[\d.]+)$/.test(word)) ?? process.env.BRIEF_TRANSCRIPTS;
    const given = folder === undefined ? [] : await givenRows(folder, root);
    const scripted = await scriptedRows(root);
    const total = totalOf([...given, ...scripted], (row) => row.brief);
    if (process.argv.includes('--json'))
      console.log(JSON.stringify({ maxTokens, given, scripted, total }, null, 2));
    else {
      print('Given sessions', given);
      print('Scripted sessions', scripted);
    }
    for (const [subject, least] of Object.entries(wanted)) {
      const { held, of } = total[subjects.find((one) => one === subject) ?? 'requests'];
      if (held < least * of) process.exitCode = 1;
    }
    const { held, of } = ofShort(scripted).strictly;
    if (held < 0.95 * of) process.exitCode = 1;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

void main();
