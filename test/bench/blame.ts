// Which lines of a project are told to be of which session, compared with a replay of the same sessions.
//   npm run bench:blame -- FOLDER [PROJECT] [-v]   (`*.jsonl` or `*.jsonl.gz` of Claude Code, which name files by the
//   project folder PROJECT or `__PROJECT__`; `-v` lists what is told otherwise)
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { claudeFolderName } from '../../src/agents/claude/transcripts.ts';
import { openStore } from '../../src/store/store.ts';
import { worked } from './measure.ts';
import { older, Replay, unsure } from './replay.ts';

void main(process.argv.slice(2));

async function main([folder, former = '__PROJECT__']: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error('Name the folder of sessions: npm run bench:blame -- FOLDER');
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'history-blame-')));
  try {
    const project = join(home, 'project');
    mkdirSync(join(project, '.chat-history'), { recursive: true });
    const replay = new Replay(writeSessions({ folder, former }, home, project));
    await measure(replay, home, project);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Writes the sessions where Claude Code would, and returns their records. */
function writeSessions(
  { folder, former }: { readonly folder: string; readonly former: string },
  home: string,
  project: string,
): readonly unknown[] {
  const into = join(home, '.claude/projects', claudeFolderName(project));
  mkdirSync(into, { recursive: true });
  return readdirSync(folder).flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
      .toString()
      .replaceAll('__PROJECT__', project)
      .replaceAll(former, project);
    writeFileSync(join(into, name.replace(/\.gz$/, '')), text);
    return text.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
  });
}

async function measure(replay: Replay, home: string, project: string): Promise<void> {
  const { changes } = openStore(project);
  const workspace = { folders: [project], places: { home, env: {}, platform: process.platform } };
  const total = { written: 0, right: 0, wrong: 0, old: 0 };
  const files = [...replay.files].filter(([path]) => path.startsWith(project));
  for (const [path, lines] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.map(({ text }) => `${text}\n`).join(''));
  }
  let isFirst = true;
  for (const [path, lines] of files) {
    const text = readFileSync(path, 'utf8');
    const ask = async () => {
      const { lines: told } = await changes.lines(workspace, path, text, { waitMs: 600_000 });
      lines.forEach(({ by, text: line }, n) => {
        const session = told[n]?.session;
        if (by === unsure) return;
        if (by !== older) total.written++;
        if (session === by) total.right++;
        else if (session !== undefined && by === older) total.old++;
        else if (session !== undefined) total.wrong++;
        if (session !== (by === older ? undefined : by) && process.argv.includes('-v'))
          console.log(`${relative(project, path)}:${n + 1} ${line} is of ${by}, told of ${session}`);
      });
    };
    const ms = await worked(ask);
    if (isFirst) console.log(`first answer ${ms.toFixed(0)} ms of processor time`);
    isFirst = false;
  }
  const { written, right, wrong, old } = total;
  const share = (part: number, of: number): string => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  console.log(
    `${files.length} files; of ${written} lines of sessions told rightly: ${share(right, written)}`,
  );
  console.log(`told: ${right + wrong + old}; of another session ${wrong}, older than all sessions ${old}`);
}
