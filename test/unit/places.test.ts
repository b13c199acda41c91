import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { paneNames } from '../../src/protocol/panes.ts';

const source = resolve(__dirname, '../../src');

/** All files of the product's code by their paths with `/`. */
const files = new Map(
  fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path.replaceAll('\\', '/'), fs.readFileSync(join(source, path), 'utf8')]),
);

/** The files outside of some folders that name something. */
const naming = (name: RegExp, own: RegExp): string[] =>
  [...files]
    .filter(([path, text]) => !own.test(path) && (name.test(path) || name.test(text)))
    .map(([path]) => path);

/** What CONTRIBUTING says of how little is to be touched to add something. */
describe('the places in which something stands', () => {
  // Those whose transcripts are read and nothing else, each with its folder.
  const agents = { traex: 'traex', openclaude: 'openClaude', iflow: 'iflow', pi: 'pi', antigravity: 'antigravity', amp: 'amp', aider: 'aider', goose: 'goose' }; // oxfmt-ignore
  for (const [id, folder] of Object.entries(agents))
    it(`are four of an agent: ${id}`, () => {
      const place = 'store/transcripts';
      assert.ok([...files.keys()].some((path) => path.startsWith(`${place}/${folder}/`)));
      const found = naming(new RegExp(`'${id}'|\\b${id}:|/${folder}/`), new RegExp(`^${place}/${folder}/`));
      assert.deepEqual(found.sort(), [`${place}/agents.ts`, `${place}/names.ts`, `${place}/shared/types.ts`]);
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
