import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { profiles } from '../../src/agents/agents.ts';
import { paneNames } from '../../src/protocol/panes.ts';

const source = resolve(__dirname, '../../src');

/** All files of the product's code by their paths with `/`. */
const files = new Map(
  fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [
      path.replaceAll('\\', '/'),
      fs.readFileSync(join(source, path), 'utf8').replace(/from 'vscode'/g, ''),
    ]),
);

/** The files outside of some folders that name something. */
const naming = (name: RegExp, own: RegExp): string[] =>
  [...files]
    .filter(([path, text]) => !own.test(path) && (name.test(path) || name.test(text)))
    .map(([path]) => path);

/** Files that use the word for something else: a place in a list, a format of sessions, the chat that Copilot answers in, links to the editor. */
const othersThatName: Readonly<Record<string, readonly string[]>> = {
  cursor: [
    'disk/secrets/secrets.ts',
    'history/dialogs/cursor.ts',
    'history/sessions/historyCursor.ts',
    'history/sessions/sessions.ts',
    'server/base/listCursor.ts',
    'server/search/searchText.ts',
    'webview/chat/replyBlocks.ts',
  ],
  gemini: [
    'extension/sessions/resumeCommands.ts',
    'history/sessions/parseMessages.ts',
    'history/sessions/recordingList.ts',
    'history/sessions/types.ts',
  ],
  vscode: ['agents/agents.ts', 'webview/chat/chatHost.ts'],
};

/** What CONTRIBUTING says of how little is to be touched to add something. */
describe('the places in which something stands', () => {
  for (const { id, setups = [] } of profiles)
    it(`are a folder and the tables of an agent: ${id}`, () => {
      // An agent known by its name alone is a row of the table.
      const table = files.has(`agents/${id}/profile.ts`) ? 'imports' : 'row';
      const inTable = (as: typeof table): string[] => (table === as ? ['agents/agents.ts'] : []);
      const readers = [...files.keys()].some((path) => path === `agents/${id}/transcripts.ts`);
      const ids = [id, ...setups.flatMap((setup) => setup.id ?? [])].join('|');
      const found = naming(new RegExp(`['"](?:${ids})['"]|/agents/${id}/`), /^agents\/[\w-]+\//);
      assert.deepEqual(found.sort(), [...inTable('row'), ...(othersThatName[id] ?? [])]);
      const listed = naming(new RegExp(`\\./${id}/\\w+\\.ts'`), /^agents\/[\w-]+\//);
      assert.deepEqual(listed.sort(), [...inTable('imports'), ...(readers ? ['agents/transcripts.ts'] : [])]);
    });

  it('are five of a pane in the code, beside its own two folders', () => {
    // The others are linked to from elsewhere as well.
    for (const name of ['doctor', 'insight'] as const) {
      assert.ok(paneNames.includes(name));
      const found = naming(new RegExp(`${name}Pane`, 'i'), new RegExp(`^(?:webview|extension)/${name}/`));
      assert.deepEqual(found.sort(), [
        'extension/services.ts',
        `protocol/${name}Pane.ts`,
        `protocol/${name}PaneStrings.ts`,
        'protocol/panes.ts',
        `webview/${name}Pane.tsx`,
      ]);
    }
  });

  it('is one of a tool, where no instruction speaks of it', () => {
    const tools = [...files]
      .filter(([path]) => /^server\/\w+\/\w*[tT]ools\.ts$/.test(path))
      .flatMap(([path, text]) =>
        Array.from(text.matchAll(/^ {2}name: '(\w+)',$/gm), ([, name = '']) => ({ path, name })),
      );
    assert.ok(tools.length > 20, String(tools.length));
    const told =
      /^server\/(?:instructions|offerList|offerChoice|\w+\/(?:searchText|referenceResources|dialogPromptTexts|memoryPrompts|aliasTools))\.ts$/;
    for (const { path, name } of tools) {
      const others = naming(new RegExp(`'${name}'`), told).filter((each) => each.startsWith('server/'));
      assert.deepEqual(
        others.filter((each) => each !== path),
        [],
        name,
      );
    }
  });
});
