import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import { migrate } from '../../src/team/migrate.ts';
import { pushRecords } from '../../src/team/push.ts';
import { migrations } from '../../src/team/schema.ts';
import { searchRecords } from '../../src/team/searchRecords.ts';
import type { HubConnection, HubRecord } from '../../src/team/types.ts';
import { marked } from '../../src/cli/terminal.ts';
import { newHub, startPostgres, type TestPostgres } from './postgres.ts';

const author = randomUUID();
const when = { now: 1_770_000_000_000, zone: 'utc' } as const;

/** A message of a dialog, as a machine sends it. */
const said = (id: string, text: string, time = 1_770_000_000_000): HubRecord => ({
  kind: 'message',
  id,
  time,
  author,
  text,
  deleted: false,
  body: { dialog: 'A plan', message: { role: 'user', text, ts: time } },
});

describe('searching the hub', function () {
  let postgres: TestPostgres;
  let database: HubAddress;
  let ann: HubConnection;
  let bob: HubConnection;
  before(async () => {
    postgres = await startPostgres();
    const hub = await newHub(postgres);
    database = hub.database;
    ann = await connectHub(await hub.person('ann'));
    bob = await connectHub(await hub.person('bob'));
  });
  after(async () => {
    await ann.close();
    await bob.close();
    await postgres.stop();
  });

  /** A project of Ann's with these records. */
  async function projectWith(...records: readonly HubRecord[]): Promise<string> {
    const id = randomUUID();
    await addProject(ann, { id, name: 'project' });
    await pushRecords(ann, id, records);
    return id;
  }
  const found = async (project: string, query: string, limit = 20, who = ann): Promise<string[]> =>
    (await searchRecords(who, project, { query, limit, when })).map(({ id }) => id);
  const headlines = async (project: string, query: string): Promise<string[]> =>
    (await searchRecords(ann, project, { query, limit: 20, when })).map(({ headline, ranges }) =>
      marked(headline, ranges, (text) => `[${text}]`),
    );

  it('finds words, parts of words and Chinese in any case when all of them match', async () => {
    const project = await projectWith(
      said('english', 'Ship the Migration on Friday'),
      said('chinese', '数据库迁移在周五完成'),
      said('other', 'nothing of that'),
    );
    assert.deepEqual(await found(project, 'friday MIGRATION'), ['english']);
    assert.deepEqual(await found(project, 'igrat'), ['english']);
    assert.deepEqual(await found(project, '迁移'), ['chinese']);
    assert.deepEqual(await found(project, '周五\u3000数据'), ['chinese']);
    assert.deepEqual(await found(project, 'friday 迁移'), []);
    const [hit] = await searchRecords(ann, project, { query: 'friday', limit: 1, when });
    assert.deepEqual(hit, {
      owner: 'ann',
      kind: 'message',
      id: 'english',
      time: 1_770_000_000_000,
      dialog: 'A plan',
      role: 'user',
      headline: 'Ship the Migration on Friday',
      ranges: [[22, 28]],
    });
  });

  it('treats SQL, wildcards and blanks literally', async () => {
    const project = await projectWith(
      said('sql', `'; drop table history_hub.records; --`),
      said('percent', '100% of a_b in C:\\new'),
      said('plain', '100 of axb'),
      said('nul', 'half \ud83d and \u0000 nothing'),
    );
    assert.deepEqual(await found(project, `'; drop`), ['sql']);
    assert.deepEqual(await found(project, '0%'), ['percent']);
    assert.deepEqual(await found(project, 'a_b'), ['percent']);
    assert.deepEqual(await found(project, 'c:\\n'), ['percent']);
    assert.deepEqual(await found(project, '%'), ['percent']);
    assert.deepEqual(await found(project, 'and \u0000 half'), ['nul']);
    for (const nothing of ['$1', '.*', "' or true", '\\', '(', '%%']) {
      const expected = nothing === '\\' ? ['percent'] : [];
      assert.deepEqual(await found(project, nothing), expected, nothing);
    }
    assert.equal((await found(project, '100')).length, 2);
    await assert.rejects(found(project, ' \n '), { code: 'invalid_argument', message: /Say what to search/ });
    await assert.rejects(found(project, 'x'.repeat(501)), { code: 'invalid_argument', message: /501/ });
  });

  it('returns dialog and role of a message, even if jsonb cannot hold its text', async () => {
    const project = await projectWith(
      said('whole', 'a whole half'),
      said('nul', 'half \ud83d and \u0000 nothing'),
    );
    const hits = await searchRecords(ann, project, { query: 'half', limit: 20, when });
    const told = hits.map(({ id, dialog, role }) => [id, dialog, role]);
    assert.deepEqual(told.toSorted(), [
      ['nul', 'A plan', 'user'],
      ['whole', 'A plan', 'user'],
    ]);
  });

  it('ranks the best first, then the newest, within the limit and without deleted records', async () => {
    const gone: HubRecord = { ...said('gone', 'blue sky'), kind: 'memory' };
    const project = await projectWith(
      ...[1, 2, 3].map((n) => said(`apart${n}`, 'a sky that is blue', n)),
      said('together', 'a blue sky seen once', 1),
      gone,
    );
    await pushRecords(ann, project, [{ ...gone, time: gone.time + 1, deleted: true, body: null }]);
    assert.deepEqual(await found(project, 'blue sky'), ['together', 'apart3', 'apart2', 'apart1']);
    assert.deepEqual(await found(project, 'blue sky', 2), ['together', 'apart3']);
    assert.deepEqual(await found(project, 'blue sky', 0), []);
    const many = await projectWith(...Array.from({ length: 150 }, (_, n) => said(`m${n}`, 'many')));
    assert.equal((await found(many, 'many', 1_000)).length, 100);
    const [long] = await searchRecords(
      ann,
      await projectWith(said('long', `${'x '.repeat(5_000)}here\n\nit is`)),
      {
        query: 'here',
        limit: 1,
        when,
      },
    );
    assert.match(long?.headline ?? '', /^(?:x )+here it is$/);
  });

  it('finds records of colleagues, and nothing outside the project', async () => {
    const project = await projectWith(said('hers', 'a secret plan'));
    assert.deepEqual(await found(project, 'plan', 9, bob), []);
    await setMember(ann, project, { person: 'bob', access: 'reader' });
    assert.deepEqual(await found(project, 'plan', 9, bob), ['hers']);
    await setMember(ann, project, { person: 'bob', access: undefined });
    assert.deepEqual(await found(project, 'plan', 9, bob), []);
    const guest = await connectHub(await postgres.newRole(database, 'guest'));
    await assert.rejects(found(project, 'plan', 9, guest), { code: 'storage', message: /guest may not/ });
    await guest.close();
  });

  it('reads only records of the project through an index', async () => {
    const project = await projectWith(...Array.from({ length: 100 }, (_, n) => said(`m${n}`, `needle ${n}`)));
    await postgres.run(
      database,
      `insert into history_hub.projects (id, name)
       select md5(n::text)::uuid, 'other' from generate_series(1, 100) n`,
    );
    await postgres.run(
      database,
      `insert into history_hub.records (project, owner, kind, id, "time", author, seq, body, "text")
       select md5((n % 100 + 1)::text)::uuid, 'else', 'message', n::text, n, 'a', n, '{}', 'needle in hay ' || n
       from generate_series(1, 20000) n`,
    );
    await postgres.run(database, 'analyze history_hub.records');
    let text = '';
    const explaining: HubConnection = {
      ...ann,
      query: async (sql, values) => {
        text = JSON.stringify(await ann.query(`explain (format json) ${sql}`, values));
        return [];
      },
    };
    await searchRecords(explaining, project, { query: 'needle 99', limit: 20, when });
    assert.match(text, /"Index Name":"records_\d+_project_(?:seq|time)_idx"/);
    assert.doesNotMatch(text, /"Node Type":"Seq Scan"/);
    assert.deepEqual(await found(project, 'needle 99'), ['m99']);
  });

  it('filters by author, kind, role, dialog and time', async () => {
    const project = await projectWith(
      said('early', 'plan of Monday', Date.UTC(2026, 0, 5)),
      said('late', '周二的 plan', Date.UTC(2026, 1, 1)),
      { ...said('fact', 'a plan to keep'), kind: 'memory', body: { content: 'a plan to keep' } },
      { ...said('sum', 'plan in short'), kind: 'summary', body: { dialog: 'B', summary: {} } },
    );
    await setMember(ann, project, { person: 'bob', access: 'writer' });
    await pushRecords(bob, project, [{ ...said('his', 'plan of mine'), author: randomUUID() }]);
    const sorted = async (query: string): Promise<string> => (await found(project, query)).sort().join(' ');
    assert.equal(await sorted('plan author:bob'), 'his');
    assert.equal(await sorted('plan author:"Bob"'), 'his');
    assert.equal(await sorted('author:b'), 'his');
    assert.equal(await sorted('author:"b"'), '');
    assert.equal(await sorted('author:bob author:ann'), 'early fact his late sum');
    assert.equal(await sorted('kind:memory'), 'fact');
    assert.equal(await sorted('plan kind:summaries kind:memories source:hub'), 'fact sum');
    assert.equal(await sorted('source:hub'), 'early fact his late sum');
    assert.equal(await sorted('kind:dialogs author:ann'), 'early late');
    assert.equal(await sorted('role:summary'), 'sum');
    assert.equal(await sorted('role:user author:ann'), 'early late');
    assert.equal(await sorted('dialog:"a plan" plan'), 'early his late');
    assert.equal(await sorted('dialog:"a" plan'), '');
    assert.equal(await sorted('on:2026-01-05'), 'early');
    assert.equal(await sorted('author:ann since:2026-02 kind:message'), 'late');
    assert.equal(await sorted('"of m"'), 'early his');
    assert.equal(await sorted('plan -周二 -"of m"'), 'fact sum');
    await assert.rejects(found(project, 'kind:poem'), {
      message: /^kind:poem is unknown\. kind: takes message,/,
    });
    await assert.rejects(found(project, 'tag:x'), { message: /^A hub has no filter tag:.*author: kind:/ });
    await assert.rejects(found(project, 'source:memories'), { message: /kind: takes/ });
    await assert.rejects(found(project, 'authr:bob'), { message: /^A hub has no filter authr:/ });
    await assert.rejects(found(project, '/a+/'), { message: /\/a\+\/\. Put it in quotes/ });
    await assert.rejects(found(project, 'on:2026-02-30'), { message: /not a date/ });
  });

  it('marks matches in any case and in Chinese', async () => {
    const project = await projectWith(
      said('english', 'Round **TAX** once, and the `tax` of (both)'),
      said('chinese', `${'前文'.repeat(100)}数据库迁移\n在周五完成，周五`),
    );
    assert.deepEqual(await headlines(project, 'tax (both)'), ['Round [TAX] once, and the [tax] of [(both)]']);
    const [chinese = ''] = await headlines(project, '迁移 周五');
    assert.match(chinese, /数据库\[迁移\] 在\[周五\]完成，\[周五\]$/);
    assert.deepEqual(await headlines(project, 'ro ou round'), ['[Round] TAX once, and the tax of (both)']);
    assert.match((await headlines(project, 'author:ann'))[0] ?? '', /^(?:Round TAX|前文前文)/);
  });

  it('works in a hub created before it', async () => {
    const before = await postgres.newDatabase();
    const admin = await connectHub(before);
    await migrate(admin, migrations.slice(0, 1));
    const project = randomUUID();
    await addProject(admin, { id: project, name: 'old' });
    await pushRecords(admin, project, [said('old', 'Written Before')]);
    assert.equal(await migrate(admin), migrations.length - 1);
    assert.deepEqual(await found(project, 'before', 9, admin), ['old']);
    await admin.close();
  });
});
