import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/disk/base/context.ts';
import { openStore } from '../../../src/store/store.ts';
import { knownVariables } from '../../../src/doctor/environment.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { claude } from '../store/machine.ts';
import { jsonLines } from '../store/reading.ts';
import { tree, user } from '../store/withStore.ts';
import { withTarget, write, type Ward } from './withTarget.ts';

describe('the environment', () => {
  const seen = async ({ findings, target }: Ward, env: Record<string, string>) =>
    (await findings('environment', { machine: { ...target.machine, env } })).map(
      ({ id, subject }) => `${id} ${subject}`,
    );

  it('has variables that do nothing, or not what they say', () =>
    withTarget(async (ward) => {
      assert.deepEqual(await seen(ward, {}), ['environment.fine ']);
      const env = {
        HISTORY_MAX_MESSAGES: '5',
        HISTORY_KEEP: 'sometimes',
        HISTORY_ARCHIVE_TIME: 'utc',
        PATH: '',
      };
      assert.deepEqual(await seen(ward, env), [
        'variable.unknown HISTORY_MAX_MESSAGES',
        'variable.wrong HISTORY_KEEP',
      ]);
      const wrong = {
        HISTORY_CONTEXT_MAX_BYTES: '-1',
        HISTORY_SECRETS: 'hide',
        HISTORY_LANGUAGE: 'fr',
        HISTORY_EMBEDDINGS_URL: 'x',
        HISTORY_STATE_HOME: 'state',
        CODEX_HISTORY_ROOT: './x',
        HISTORY_KEEP_MAX_MEGABYTES: 'all',
        HISTORY_ARCHIVE_MAX_MESSAGE_CHARS: 'x',
        HISTORY_BRIEF: 'sometimes',
        HISTORY_PRICES: '{"m": 3}',
      };
      const found = (await seen(ward, wrong)).map((each) => each.replace('variable.wrong ', ''));
      assert.deepEqual(found.sort(), Object.keys(wrong).sort());
      assert.deepEqual(await seen(ward, { HISTORY_SECRETS: 'keep' }), ['secrets.kept HISTORY_SECRETS']);
    }));

  it('has the mark of a session that writes no more, where the agent would keep no transcript', () =>
    withTarget(async (ward) => {
      const { home, root, clock } = ward;
      const id = '550E8400-e29b-41d4-a716-446655440000';
      const marked = { CLAUDE_CODE_CHILD_SESSION: '1', CLAUDE_CODE_SESSION_ID: id };
      const wrong = ['variable.unsaved CLAUDE_CODE_CHILD_SESSION'];
      assert.deepEqual(await seen(ward, marked), wrong, 'there is no transcript of it');
      assert.deepEqual(await seen(ward, { CLAUDE_CODE_CHILD_SESSION: '1' }), wrong);
      const forced = { ...marked, CLAUDE_CODE_FORCE_SESSION_PERSISTENCE: '1' };
      assert.deepEqual(await seen(ward, forced), ['environment.fine ']);
      const path = join(home, '.claude/projects', claudeFolderName(root), `${id.toLowerCase()}.jsonl`);
      await write(path, jsonLines([claude(root, 'Mend the gate')]));
      const changed = (msAgo: number) => {
        const time = new Date(clock.now() - msAgo);
        return fs.utimes(path, time, time);
      };
      await changed(60_000);
      assert.deepEqual(await seen(ward, marked), ['environment.fine '], 'a tool of it asks');
      await changed(2 * 60 * 60_000);
      assert.deepEqual(await seen(ward, marked), wrong);
    }));

  it('knows every variable that the product reads', async () => {
    const source = join(__dirname, '../../../src');
    const names = Object.entries(await tree(source)).flatMap(([file, text]) =>
      file.startsWith('doctor/') ? [] : (text.match(/\bHISTORY_[A-Z_]+\b(?=['`.\s])/g) ?? []),
    );
    const read = new Set(names.filter((name) => !name.startsWith('HISTORY_STORE_')));
    assert.deepEqual(
      [...read].filter((name) => !knownVariables.includes(name)),
      [],
    );
    assert.ok(read.size > 15);
  });
});

/** A transcript of Claude Code in its home that goes in two days. */
async function dyingSession({ root, home }: Ward): Promise<string> {
  const line = (type: string, uuid: string, content: string) =>
    JSON.stringify({
      type,
      uuid,
      parentUuid: null,
      cwd: root,
      sessionId: 's-1',
      version: '2.1.0',
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { role: type, content },
    });
  const slug = root.replaceAll(/[^A-Za-z0-9]/g, '-');
  const file = join(home, '.claude/projects', slug, 's-1.jsonl');
  await write(file, `${line('user', 'u1', 'fix it')}\n${line('assistant', 'a1', 'done')}\n`);
  const old = (Date.now() - 28 * 24 * 3_600_000) / 1_000;
  await fs.utimes(file, old, old);
  return file;
}

describe('sessions', () => {
  const now = { clock: systemClock };

  it('that go soon are told, and kept where that is asked for', () =>
    withTarget(async (ward) => {
      const { root, home, findings, repairAs } = ward;
      await dyingSession(ward);
      const before = await tree(home);
      const [due] = await findings('sessions', now);
      assert.deepEqual([due?.id, due?.level, due?.data.due], ['sessions.due', 'note', 1]);
      assert.deepEqual([await fs.readdir(root), await tree(home)], [[], before]);
      const { state } = await repairAs(now, { check: 'sessions', id: 'sessions.due', subject: '' });
      assert.equal(state, 'done');
      assert.equal((await findings('sessions', now))[0]?.id, 'sessions.kept');
      assert.equal((await findings('archives', now))[0]?.data.archives, 1);
    }));

  it('are lost where nothing may be kept, and copies where there is no room', () =>
    withTarget(async (ward) => {
      const { findings, target } = ward;
      await dyingSession(ward);
      const machine = { ...target.machine, env: { HISTORY_KEEP: 'off', HISTORY_KEEP_MAX_MEGABYTES: '0' } };
      assert.deepEqual(
        (await findings('sessions', { ...now, machine })).map(({ id, level }) => `${id} ${level}`),
        ['sessions.lost problem', 'sessions.full note', 'sessions.retention note', 'sessions.found ok'],
      );
    }));
});

describe('how long agents keep sessions', () => {
  const now = { clock: systemClock };

  it('is told by their own settings, with how many go soon, and how to change it where a setting says it', () =>
    withTarget(async (ward) => {
      const { home, root, findings } = ward;
      await dyingSession(ward);
      const rules = async () =>
        (await findings('sessions', now))
          .filter(({ id }) => id === 'sessions.retention')
          .map(({ subject, level, data, message }) => [subject, level, data.going, message.en] as const);
      const advice =
        'To keep them longer: mcp-history-store setup claude --keep-days 3650, which shows the edit first.';
      assert.deepEqual(await rules(), [
        [
          'claude',
          'note',
          1,
          `Claude Code deletes sessions 30 days after their last change. Within 7 days: 1 session. ${advice}`,
        ],
      ]);
      await write(join(home, '.claude/settings.json'), '{ "cleanupPeriodDays": 90 }');
      const chat = { sessionId: 's2', projectHash: 'x', startTime: '2026-01-05T09:00:00Z', messages: [] };
      const said = { id: 'm1', type: 'user', content: 'Go', timestamp: '2026-01-05T09:00:00Z' };
      await write(join(home, '.gemini/tmp/shop/.project_root'), root);
      await write(
        join(home, '.gemini/tmp/shop/chats/session-2026-s2.json'),
        JSON.stringify({ ...chat, messages: [said] }),
      );
      await write(
        join(home, '.gemini/settings.json'),
        '{ "general": { "sessionRetention": { "enabled": false } } }',
      );
      assert.deepEqual(
        (await rules()).map(([subject, level, going, text]) => [subject, level, going, text]),
        [
          ['gemini', 'ok', 0, 'Gemini CLI is set to delete no sessions.'],
          [
            'claude',
            'ok',
            0,
            `Claude Code deletes sessions 90 days after their last change. Within 7 days: 0 sessions. ${advice}`,
          ],
        ],
      );
    }));
});

describe('forms of sessions', () => {
  it('are told of the agents with sessions here, also those that are not read', () =>
    withTarget(async ({ root, home, findings }) => {
      const folder = join(home, '.claude/projects', claudeFolderName(root));
      await write(join(folder, 's1.jsonl'), jsonLines([claude(root, 'Go')]));
      const brain = join(home, '.gemini/antigravity/brain/a1/.system_generated/logs/transcript.jsonl');
      const step = { step_index: 0, source: 'USER', type: 'USER_INPUT', content: 'Go' };
      await write(brain, jsonLines([step]));
      await write(
        join(home, '.gemini/antigravity/history.jsonl'),
        jsonLines([{ conversationId: 'a1', workspace: root }]),
      );
      const found = (await findings('sessions', { clock: systemClock })).filter(
        ({ id }) => id === 'sessions.found',
      );
      const [own = '', other = ''] = found
        .map(({ message }) => message.en)
        .sort((a, b) => b.length - a.length);
      assert.match(
        own,
        /^Claude Code: 1 session\. Forms that are read: ~\/\.claude\/projects\/[^.]*\.jsonl; /,
      );
      assert.doesNotMatch(own, /not read/);
      assert.match(other, /^Antigravity: 1 session\. .*\. Forms that are not read: conversations\/\*\.pb$/);
    }));
});

describe('sessions that moved to another folder', () => {
  it('are counted by agent, those that only went into a subfolder are not', () =>
    withTarget(async ({ root, home, findings }) => {
      const line = (cwd: string, uuid: string, parentUuid: string | null) =>
        claude(cwd, uuid, { uuid, parentUuid });
      for (const [id, further] of [
        ['s1', join(home, 'other')],
        ['s2', join(root, 'packages')],
      ] as const)
        await write(
          join(home, '.claude/projects', claudeFolderName(root), `${id}.jsonl`),
          jsonLines([line(root, 'u1', null), line(further, 'u2', 'u1')]),
        );
      const moved = (await findings('sessions', { clock: systemClock })).filter(
        ({ id }) => id === 'sessions.moved',
      );
      assert.deepEqual(
        moved.map(({ level, message }) => [level, message.en]),
        [['ok', 'Claude Code: 1 session moved from one folder to another, and listed in each.']],
      );
    }));
});

describe('links in the home of an agent', () => {
  it('are named where they lead out of it to sessions, not where the home itself is a link', () =>
    withTarget(async ({ root, home, findings }) => {
      const [projects, elsewhere] = [join(home, 'claude/projects'), join(home, 'elsewhere')];
      const name = claudeFolderName(root);
      await write(join(elsewhere, 's1.jsonl'), jsonLines([claude(root, 'there')]));
      await write(join(projects, 'inside/s2.jsonl'), jsonLines([claude(root, 'here', { sessionId: 's2' })]));
      await fs.symlink('claude', join(home, '.claude'));
      await fs.symlink('inside', join(projects, `${name}-inside`));
      const named = async () =>
        (await findings('sessions', { clock: systemClock })).filter(({ id }) => id === 'sessions.link');
      assert.deepEqual(await named(), []);
      await fs.symlink(elsewhere, join(projects, name));
      assert.deepEqual(
        (await named()).map(({ level, data }) => [level, data]),
        [['note', { path: join(home, '.claude/projects', name), target: elsewhere }]],
      );
    }));

  it('are problems where they lead nowhere', () =>
    withTarget(async ({ root, home, findings }) => {
      const projects = join(home, '.claude/projects');
      const own = join(projects, claudeFolderName(root));
      await write(join(own, 's1.jsonl'), jsonLines([claude(root, 'here')]));
      await fs.symlink(join(home, 'unplugged/s2.jsonl'), join(own, 's2.jsonl'));
      await fs.symlink(join(home, 'unplugged'), join(projects, 'other'));
      await fs.symlink('s1.jsonl', join(own, 's3.jsonl'));
      const unread = (await findings('sessions', { clock: systemClock })).filter(
        ({ id }) => id === 'sessions.unread',
      );
      assert.deepEqual(
        unread.map(({ subject, data }) => [subject, data.reason]).sort(),
        [
          [join(own, 's2.jsonl'), 'link'],
          [join(projects, 'other'), 'link'],
        ].sort(),
      );
    }));
});

describe('packed sessions', () => {
  it('of which nothing can be read are named', () =>
    withTarget(async ({ home, findings }) => {
      const name = 'rollout-2026-01-01T00-00-00-0a0b0c0d-1111-7222-8333-000000000001.jsonl.zst';
      const file = join(home, '.codex/archived_sessions', name);
      await write(file, 'no frame');
      const damaged = (await findings('sessions', { clock: systemClock })).filter(
        ({ id }) => id === 'sessions.damaged',
      );
      assert.deepEqual(
        damaged.map(({ level, subject }) => [level, subject]),
        [['note', file]],
      );
    }));
});

describe('places of agents that cannot be read', () => {
  it('are problems, in a project and outside of one', () =>
    withTarget(async ({ home, findings, examine }) => {
      await write(join(home, '.codex'), 'no folder');
      await fs.mkdir(join(home, '.gemini'));
      await fs.symlink('tmp', join(home, '.gemini/tmp'));
      const now = { clock: systemClock };
      const outside = { ...now, project: undefined };
      for (const target of [now, outside])
        assert.deepEqual(
          (await findings('sessions', target))
            .filter(({ id }) => id === 'sessions.unread')
            .map(({ level, message }) => `${level} ${message.en.replaceAll(home, '~')}`),
          [
            'problem Codex: ~/.codex is not the file or folder that should be there.',
            'problem Gemini CLI: ~/.gemini/tmp is a link that leads nowhere.',
          ],
        );
      assert.ok(!JSON.stringify(await examine(now)).includes('No agent was found'));
    }));
});

describe('archives', () => {
  const now = { clock: systemClock };

  it('that failed lately are told until they succeed', () =>
    withTarget(async ({ root, findings }) => {
      const { archives } = openStore(root);
      await archives.reportFailure(new Error('no space'), { session: 's-1', event: 'PreCompact' });
      const [failed] = await findings('archives', now);
      assert.deepEqual([failed?.id, failed?.subject], ['archive.failed', 's-1']);
      const log = join(root, '.chat-history/.conversations/log.jsonl');
      await fs.appendFile(
        log,
        `${JSON.stringify({ time: new Date().toISOString(), outcome: 'archived', session: 's-1' })}\n`,
      );
      assert.equal((await findings('archives', now))[0]?.id, 'archives.fine');
    }));

  it('tell which kinds of lines were not known, and which copies are gone', () =>
    withTarget(async ({ root, findings }) => {
      await openStore(root).dialogs.save('d', [user('x')]);
      const head = {
        session: 's',
        agent: 'codex',
        title: 't',
        archived: '2026-02-05T12:00:00.000Z',
        messages: 1,
        part: 1,
        raw: 'raw/gone.jsonl.gz',
        version: '9.9',
        unknown: { novelty: 3 },
      };
      const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
      await write(
        join(root, '.chat-history/.conversations/a.md'),
        ['---', 'v: 1', ...lines, '---', '', '# t', ''].join('\n'),
      );
      const found = await findings('archives', now);
      assert.deepEqual(
        found.map(({ id, subject }) => `${id} ${subject}`.trim()),
        ['archives.copies', 'archives.unknown codex 9.9'],
      );
      assert.match(
        JSON.stringify(found[1]?.message),
        /Codex 9\.9 writes 3 lines .*\(novelty\), in 1 session\. /,
      );
    }));
});

describe('programs', () => {
  it('that are not there are named', () =>
    withTarget(async ({ findings }) => {
      const [server] = await findings('server');
      const [hook] = await findings('hook');
      assert.deepEqual([server?.id, hook?.id], ['server.silent', 'hook.broken']);
      assert.match(`${server?.message.en}${hook?.message.en}`, /Cannot find module.*Cannot find module/s);
    }));

  it('of versions that are gone are told, and the one that runs takes their place', () =>
    withTarget(async ({ root, home, target, findings, repair }) => {
      const bin = join(home, '.local/state/mcp-history-store/bin');
      await write(join(bin, 'installs'), `0.9.0\t${join(root, 'gone/cli.js')}\t${process.execPath}\n`);
      await write(join(bin, 'mcp-history-store'), '#!/bin/sh\n');
      const gone = { check: 'versions', id: 'launcher.gone', subject: '' };
      assert.equal((await findings('versions'))[1]?.id, gone.id);
      assert.match((await findings('server'))[0]?.message.en ?? '', /finds no version/); // and none is fetched
      assert.match((await findings('hook'))[0]?.message.en ?? '', /finds no version/);
      assert.equal((await repair(gone)).state, 'gone'); // the one that runs is not there either
      await write(target.cli, '');
      assert.equal((await repair(gone)).state, 'done');
      assert.equal((await findings('versions'))[1]?.id, 'launcher.starts');
      const older = await findings('versions', { version: '0.9.0' });
      assert.deepEqual([older[1]?.id, older[1]?.repair], ['launcher.other', undefined]);
      const newer = await findings('versions', { version: '1.10.0' });
      assert.ok(newer[1]?.id === 'launcher.other' && newer[1].repair);
    }));
});
