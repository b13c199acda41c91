import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';

interface MenuItem {
  readonly command: string;
  readonly when: string;
}

const manifest = JSON.parse(fs.readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  contributes: { menus: Record<string, MenuItem[]> };
};
const items = manifest.contributes.menus['view/item/context'] ?? [];

/** The commands whose clause about the row holds for a row in this state. */
const offered = (state: string): string[] =>
  items.flatMap(({ command, when }) => {
    const equal = /viewItem == '?([^'&]+?)'?(?: &&|$)/.exec(when)?.[1];
    const matched = /viewItem =~ \/(.+?)\/(?: &&|$)/.exec(when)?.[1];
    const holds = equal === state || (matched !== undefined && new RegExp(matched).test(state));
    return holds ? [command] : [];
  });

describe('menus of rows', () => {
  for (const state of ['session', 'session archived'])
    it(`offer what is offered for ${state} also where its agent can resume it`, () => {
      assert.ok(offered(state).includes('historyStore.openSession'));
      const more = offered(`${state} terminal`).filter(
        (command) => command !== 'historyStore.resumeInTerminal',
      );
      assert.deepEqual(more, offered(state));
    });

  const shareable = [
    ...['dialog', 'dialog pinned', 'dialog putAway', 'summary', 'message', 'context', 'activeContext'],
    ...['entry open editable', 'entry done', 'memory', 'memory archived', 'session', 'session recorded'],
    ...['session archived terminal', 'session kept terminal putAway'],
  ];
  for (const state of shareable)
    it(`offer what is offered for ${state} also where it is shared, and to take it back`, () => {
      assert.ok(offered(state).includes('historyStore.share'));
      const shared = offered(`${state} shared`);
      assert.deepEqual(shared.toSorted(), [...offered(state), 'historyStore.unshare'].toSorted());
    });

  // Each setting that any extension declares counts as a change of all settings: the editor draws the rows of every tree anew, and
  // forgets which ones are selected.
  it('ask for no setting', () => {
    assert.deepEqual(
      items.filter(({ when }) => /\bconfig\./.test(when)),
      [],
    );
  });
});
