import assert from 'node:assert/strict';
import { isCommandLine } from '../../../src/find/search/commandLine.ts';
import type { Store } from '../../../src/store/types.ts';
import { assistant, user, withStore } from './withStore.ts';

const asked = async (store: Store, query: string) => {
  const { hits, total, reading = [] } = await store.search.find({ query, limit: 50 });
  return { found: hits.map(({ snippet }) => snippet), total, reading };
};

const commands = [
  'rm -rf node_modules',
  'ls -la',
  'ls -lah',
  'tar -xzvf backup.tgz',
  'git rebase -i HEAD~3',
  'docker run -p 80:80 -name web',
  'find . -name old.log -type f',
  'go test -run TestParse',
  'java -jar app.jar',
  'sudo systemctl -reload nginx',
  './run.sh -verbose',
  'Get-ChildItem -Recurse -Filter',
  'npm install --save -silent',
  'curl -sSL https://example.org/install',
  'mvn package -DskipTests -pl=core',
];

describe('the words of a query', () => {
  it('know a command as it stands from words about a program', () => {
    for (const command of commands.filter((text) => !text.startsWith('mvn')))
      assert.ok(isCommandLine(command), command);
    for (const text of [
      'car -red',
      'docker networking -compose',
      'java streams -kotlin',
      'find bugs -fixed',
      'login page -mobile',
      '登录 -打不开登录',
      'well-known -words in e-mail',
    ])
      assert.ok(!isCommandLine(text), text);
  });

  it('find first the text that holds a command word for word, and leave nothing out', () =>
    withStore(async ({ store, clock }) => {
      const others = Array.from({ length: 30 }, (_, n) => `run ${n}: node modules, ls, git HEAD, docker 80`);
      await store.dialogs.save(
        'd',
        [...commands.map((text) => `try ${text} again`), ...others, 'error -32601', 'use -v there'].map(
          (text, n) => user(text, { ts: clock.time - (100 - n) * 7_200_000 }),
        ),
      );
      for (const query of [...commands, '-32601', '-v']) {
        const { found, reading } = await asked(store, query);
        assert.ok(found[0]?.includes(query), `${query}: ${found[0]}`);
        assert.ok(!reading.some((note) => note.startsWith('Without')), query);
      }
    }));

  it('find first the text they were copied from in backticks, shortened, or cut within words', () =>
    withStore(async ({ store, clock }) => {
      const copied = 'run Get-ChildItem -Path C:\\cart -Filter *.log | Remove-Item now';
      const others = Array.from(
        { length: 200 },
        (_, n) => `run ${n}: item, path, filter, get child items now`,
      );
      await store.dialogs.save(
        'd',
        [copied, '🧨🦀 there', ...others].map((text, n) =>
          user(text, { ts: clock.time - (300 - n) * 7_200_000 }),
        ),
      );
      const command = copied.slice(4, -4);
      for (const [query, wanted] of [
        [`\`${command}\``, copied],
        [`'${command}'`, copied],
        [`\`\`\`ps1\n${command}\n\`\`\``, copied],
        [`${command.slice(0, 30)}…`, copied],
        [`...${command.slice(10)}`, copied],
        [command.slice(2, -3), copied],
        ['`🧨🦀`', '🧨🦀 there'],
      ] as const) {
        const { found, reading } = await asked(store, query);
        assert.equal(found[0], wanted, query);
        if (/^[`']/.test(query)) assert.ok(!reading.some((note) => note.startsWith('Without')), query);
      }
    }));

  it('find first a heading in a long text, though many shorter ones hold its word', () =>
    withStore(async ({ store, clock }) => {
      const long = `The plan.\n\n## Findings\n\n${'It is implemented properly, as said before. '.repeat(300)}`;
      const others = Array.from({ length: 300 }, (_, n) => `find ${n}`);
      await store.dialogs.save(
        'd',
        [long, ...others].map((text, n) => user(text, { ts: clock.time - (400 - n) * 7_200_000 })),
      );
      assert.match((await asked(store, '## Findings')).found[0] ?? '', /## Findings/);
    }));

  it('leave out a word of three letters behind a minus after another, and say so', () =>
    withStore(async ({ store, clock }) => {
      const texts = ['a red car', 'a blue car', 'a car, or car -red as typed'];
      await store.dialogs.save(
        'd',
        texts.map((text, n) => user(text, { ts: clock.time - (9 - n) * 7_200_000 })),
      );
      const { found, reading } = await asked(store, 'car -red');
      assert.deepEqual(found, [texts[2], texts[1]], 'what holds it as it was typed is first');
      assert.deepEqual(reading, ['Without: red; as it stands: "car -red".']);
      assert.deepEqual((await asked(store, '"car -red"')).found, [texts[2]]);
      assert.deepEqual((await asked(store, 'role:user -blue')).total, 2);
      assert.deepEqual((await asked(store, 'ls -name car')).reading, [
        'Taken as words: -name; to leave them out: -"name".',
      ]);
    }));

  it('take a filter with a value that its key does not have as text, and say so', () =>
    withStore(async ({ store, clock }) => {
      const texts = [
        'image tag:latest was pushed',
        'bind on:click there',
        'needs role:admin now',
        'from source:main only',
        'scope agents:write',
        'wait before:noon please',
        'see dialog:open and agent:smith',
      ];
      await store.dialogs.save('d', [
        ...texts.map((text, n) => user(text, { ts: clock.time - (50 - n) * 7_200_000 })),
        assistant('latest click admin main write noon open smith', { ts: clock.time }),
      ]);
      for (const [query, n] of [
        ['tag:latest', 0],
        ['on:click', 1],
        ['role:admin', 2],
        ['source:main', 3],
        ['agents:write', 4],
        ['before:noon', 5],
        ['dialog:open', 6],
        ['agent:smith', 6],
      ] as const) {
        const { found, reading } = await asked(store, query);
        assert.equal(found[0], texts[n], query);
        assert.deepEqual(reading, [`Taken as text, as nothing has such a value: ${query}.`]);
      }
      await store.dialogs.setLabels('d', { tags: ['latest'] });
      const tagged = await asked(store, 'tag:latest noon');
      assert.deepEqual(tagged.reading, ['Only: tag:latest; as it stands: "tag:latest noon".']);
      assert.equal(tagged.total, 2);
      assert.deepEqual((await asked(store, 'noon on:2026-02-04')).reading, [
        'Only: on:2026-02-04 (from 2026-02-04 00:00 UTC to 2026-02-05 00:00 UTC); as it stands: "noon on:2026-02-04".',
      ]);
    }));

  it('find what has filters of ours as a part of its text, whatever these select', () =>
    withStore(async ({ store, clock }) => {
      await store.dialogs.save('d', [
        user('the query role:assistant before:2020 is odd', { ts: clock.time }),
      ]);
      assert.equal((await asked(store, 'role:assistant before:2020')).total, 1);
    }));

  it('search for a sign alone', () =>
    withStore(async ({ store, clock }) => {
      const texts = ['shipped 🚀 today', 'a → b', 'x && y', 'plain words', 'option -d here'];
      await store.dialogs.save(
        'd',
        texts.map((text, n) => user(text, { ts: clock.time - (9 - n) * 7_200_000 })),
      );
      for (const [query, n] of [
        ['🚀', 0],
        ['→', 1],
        ['&&', 2],
        ['-d', 4],
      ] as const)
        assert.deepEqual((await asked(store, query)).found, [texts[n]], query);
      assert.equal((await asked(store, '⛵')).total, 0);
    }));
});
