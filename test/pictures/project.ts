import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { transcripts } from '../../src/agents/readTranscript.ts';
import { setTheme } from '../editor/themeSwitch.ts';
import { writeMonths } from '../sample/months.ts';
import { codexSampleId } from '../sample/sessions.ts';
import { sample, type Folders } from '../ui/withEditor.ts';

const day = 24 * 60 * 60_000;

/** Less than a person has after half a year, and more than fits any view. */
const months = { dialogs: 120, messages: 2_000, memories: 200, sessions: 200 };

/** A project of months with the sample on top, in which a colleague shared something and a session is only kept. */
export async function writeProject(folders: Folders): Promise<void> {
  const { root, agents } = folders;
  setTheme(root, 'light');
  linkHomes(agents);
  await sample(folders);
  await writeMonths(root, agents, { ...months, now: Date.now() - 2 * day });
  await keepDeletedSession(root, agents);
  await shareSomething(root);
}

/** A project nobody has worked in. */
export function writeEmptyProject({ root }: Folders): Promise<void> {
  setTheme(root, 'light');
  return Promise.resolve();
}

/** The months write where agents do, the editor of tests reads where it is told: both are one. */
function linkHomes(agents: string): void {
  for (const agent of ['claude', 'codex', 'copilot']) {
    mkdirSync(join(agents, agent), { recursive: true });
    symlinkSync(join(agents, agent), join(agents, `.${agent}`));
  }
}

/** Keeps the session of Codex in the sample, and deletes it as its agent does after some weeks. */
async function keepDeletedSession(root: string, agents: string): Promise<void> {
  const folder = join(agents, 'codex/sessions');
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith(`${codexSampleId}.jsonl`),
  );
  if (name === undefined) throw new Error('The sample has no session of Codex.');
  const transcript = join(folder, name);
  await openStore(root).archives.archive(transcripts.archivable(transcript, 'codex'));
  rmSync(transcript);
}

async function shareSomething(root: string): Promise<void> {
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('config', 'user.name', 'Ann');
  git('config', 'user.email', 'ann@example.org');
  const { shared } = openStore(root);
  await shared.share({
    kind: 'decision',
    title: 'Round tax once',
    author: 'Bo 博',
    tags: ['tax', 'pricing'],
    text: 'Round tax **once**, at the end of the order:\n\n- never per line\n- half a cent goes up\n\n```ts\nconst tax = round(total * rate);\n```',
    of: 'history://dialogs/pricing/1',
  });
  await shared.share({
    kind: 'memory',
    title: '退款按原汇率计算',
    author: 'Bo 博',
    text: '退款按原汇率计算，四舍五入到分。',
  });
  git('add', '--all');
  git('commit', '--message', 'Share');
}
