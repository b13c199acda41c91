import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts } from '../../../src/agents/readTranscript.ts';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { claude, codex, titles, withMachine, type Machine } from './machine.ts';
import { storedForms, writeStored } from './storedAgents.ts';

/** Moves what is in home elsewhere, and leaves a link there. */
async function leaveLink({ places }: Machine, path: string): Promise<void> {
  const moved = join(places.home, 'moved', path.replaceAll('/', '-'));
  await fs.mkdir(join(places.home, 'moved'), { recursive: true });
  await fs.rename(join(places.home, path), moved);
  await fs.symlink(moved, join(places.home, path));
}

describe('links in the home of an agent', () => {
  afterEach(dropCopies);

  it('are followed, whether of the home, a folder in it, or a session', async () => {
    const inside = (folder: string) => `.claude/projects/${claudeFolderName(folder)}`;
    for (const part of [
      () => '.claude',
      () => '.claude/projects',
      inside,
      (f: string) => `${inside(f)}/s1.jsonl`,
    ])
      await withMachine(async (machine) => {
        await machine.write(`${inside(machine.folder)}/s1.jsonl`, [claude(machine.folder, 'linked')]);
        await leaveLink(machine, part(machine.folder));
        assert.deepEqual(await titles(machine), ['claude: linked']);
      });
    for (const day of ['.codex/sessions/2026', '.codex/sessions/2026/02/05'])
      await withMachine(async (machine) => {
        await machine.write('.codex/sessions/2026/02/05/rollout-1.jsonl', codex(machine.folder, 'linked'));
        await leaveLink(machine, day);
        assert.deepEqual(await titles(machine), ['codex: linked']);
      });
  });

  it('give a session once that is reached in two ways, and do not lead in circles', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const project = join(places.home, '.claude/projects', claudeFolderName(folder));
      const path = await write(`.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, [
        claude(folder, 'one'),
      ]);
      await write('.codex/sessions/2026/02/05/rollout-1.jsonl', codex(folder, 'two'));
      await fs.symlink(path, join(project, 's2.jsonl'));
      await fs.symlink('.', join(project, 'again'));
      await fs.symlink(project, `${project}-again`);
      await fs.symlink('2026', join(places.home, '.codex/sessions/2025'));
      await fs.symlink('..', join(places.home, '.codex/sessions/2026/up'));
      assert.deepEqual(await titles(machine), ['claude: one', 'codex: two']);
    }));

  it('are not followed in the project, which may be a clone of anybody', () =>
    withMachine(async (machine) => {
      const history = 'code/my app 项目/.specstory/history';
      await machine.write('private.md', '# A diary\n\n_**User**_\n\nsecret words\n');
      await machine.write(`${history}/own.md`, '# A talk\n\n_**User**_\n\nhello\n');
      await fs.symlink(
        join(machine.places.home, 'private.md'),
        join(machine.places.home, history, 'link.md'),
      );
      const chat = join(machine.folder, '.aider.chat.history.md');
      await fs.symlink(join(machine.places.home, 'private.md'), chat);
      assert.deepEqual(await titles(machine), ['specstory: A talk']);
    }));

  it('lead to databases, too', () =>
    withMachine(async (machine) => {
      const { folder, places } = machine;
      for (const form of storedForms) {
        writeStored(form, places, 'linked', folder);
        await leaveLink(machine, form.database(places).slice(places.home.length + 1));
      }
      const listed = (await listTranscripts(places, folder)).map(({ agent }) => agent);
      assert.deepEqual(listed.sort(), storedForms.map(({ agent }) => agent).sort());
    }));
});
