import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { NewSession } from '../../../src/agents/writing/newSession.ts';
import { planSession, takeOutSessions, writeSession } from '../../../src/connect/newSessions.ts';
import { withMachine, type Fixture } from './withMachine.ts';

const now = Date.UTC(2026, 4, 1);
const at = '2026-01-15T09:00:00.000Z';

/** Runs a test with programs of agents that only tell a version. */
const withPrograms = (
  versions: Readonly<Record<string, string>>,
  test: (fixture: Fixture & { readonly session: NewSession }) => Promise<void>,
): Promise<void> =>
  withMachine(async (fixture) => {
    const bin = join(fixture.machine.home, 'bin');
    await fs.mkdir(bin);
    for (const [name, version] of Object.entries(versions))
      await fs.writeFile(join(bin, name), `#!/bin/sh\necho "${name} ${version}"\n`, { mode: 0o755 });
    const session: NewSession = {
      id: '0b0c1e9a-7d51-4b0e-9d3e-0d6a2f3c4b5a',
      title: 'Teapots',
      cwd: fixture.around.project,
      note: '<session_context>\nFrom elsewhere.\n</session_context>',
      turns: [{ role: 'user', at, text: 'What does it cost?', calls: [] }],
    };
    const machine = { ...fixture.machine, env: { PATH: `${bin}:/usr/bin:/bin` } };
    await test({ ...fixture, machine, session });
  });

const here = process.platform === 'win32' ? describe.skip : describe;

here('writing a session for an agent', () => {
  it('makes new files only, and takes them out again with the folders made for them', () =>
    withPrograms({ claude: '2.1.400' }, async ({ session, machine, tree }) => {
      const before = await tree();
      const plan = await planSession(session, { agent: 'claude', machine, now });
      assert.deepEqual(await tree(), before);
      await writeSession(plan, machine);
      const [path = ''] = plan.files.map((file) => file.path);
      assert.equal(await fs.readFile(path, 'utf8'), plan.files[0]?.text);
      assert.deepEqual(plan.resume, ['claude', '--resume', session.id]);
      await assert.rejects(planSession(session, { agent: 'claude', machine, now }), { code: 'busy' });
      const { removed, kept } = await takeOutSessions(machine, ({ agent }) => agent === 'claude', false);
      assert.deepEqual([removed.map(({ title }) => title), kept], [['Teapots'], []]);
      assert.deepEqual(await tree(), before);
    }));

  it('leaves a session that went on since', () =>
    withPrograms({ claude: '2.1.400' }, async ({ session, machine }) => {
      const plan = await planSession(session, { agent: 'claude', machine, now });
      await writeSession(plan, machine);
      const path = plan.files[0]?.path ?? '';
      await fs.appendFile(path, '{"type":"user"}\n');
      const { removed, kept } = await takeOutSessions(machine, () => true, false);
      assert.deepEqual([removed.length, kept.length], [0, 1]);
      await fs.access(path);
    }));

  it('is refused for a program that is missing, of a later version or no target, with nothing written', () =>
    withPrograms({ claude: '3.0.0', codex: '0.9.0' }, async ({ session, machine, tree }) => {
      const before = await tree();
      const plan = (agent: string, anyVersion = false) =>
        planSession(session, { agent, machine, now, anyVersion });
      await assert.rejects(plan('claude'), /Claude Code 3\.0\.0 is newer than 2\.1.*Nothing was written/);
      await assert.rejects(plan('gemini'), /there is no gemini in the folders of PATH/);
      await assert.rejects(plan('zed'), /No session can be written for "zed"\. It takes .*claude/);
      assert.equal((await plan('claude', true)).version, '3.0.0');
      assert.deepEqual(await tree(), before);
    }));

  it('leaves nothing of a session that cannot be written whole', () =>
    withPrograms({ claude: '2.1.400' }, async ({ session, machine, tree, write }) => {
      await write(join(machine.home, 'file'), '');
      const plan = await planSession(session, { agent: 'claude', machine, now });
      const before = await tree();
      const files = [{ path: join(machine.home, 'file', 'below'), text: '' }, ...plan.files];
      await assert.rejects(writeSession({ ...plan, files }, machine));
      assert.deepEqual(await tree(), before);
    }));

  it('has a program take a session in and out itself, but not out once it went on', () =>
    withPrograms({}, async ({ session, machine }) => {
      const kept = join(machine.home, 'kept.json');
      const script = `case "$1" in --version) echo 1.18.9 ;; models) echo some/model ;; import) cp "$2" "${kept}" ;;
        export) cat "${kept}" ;; session) rm "${kept}" ;; esac`;
      await fs.writeFile(join(machine.home, 'bin', 'opencode'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      const write = async () => {
        const plan = await planSession(session, { agent: 'opencode', machine, now });
        await writeSession(plan, machine);
        return plan;
      };
      const { resume } = await write();
      assert.match(resume.join(' '), /^opencode --session ses_\w{26}$/);
      const text = await fs.readFile(kept, 'utf8');
      assert.match(text, /"providerID":"some","modelID":"model"/);
      assert.equal((await takeOutSessions(machine, () => true, false)).removed.length, 1);
      await assert.rejects(fs.access(kept));
      await write();
      await fs.writeFile(kept, text.replace('"messages":[', '"messages":[{},'));
      assert.equal((await takeOutSessions(machine, () => true, false)).kept.length, 1);
      await fs.access(kept);
    }));
});
