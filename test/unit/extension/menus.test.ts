import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly group?: string;
  readonly when?: string;
}

const { contributes } = JSON.parse(
  fs.readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as {
  contributes: {
    commands: { command: string }[];
    menus: Record<string, MenuItem[]>;
    views: Record<string, { id: string; when?: string }[]>;
    configuration: { properties: Record<string, { markdownDeprecationMessage?: string }> };
  };
};
const { menus, commands } = contributes;
const items = menus['view/item/context'] ?? [];
const views = ['dialogs', 'sessions', 'memories', 'team', 'results'];

/** Whether the clauses about view and row of a menu's entry hold. */
function holds({ when = '' }: MenuItem, view: string, state: string): boolean {
  const clause = (key: string, value: string): boolean => {
    const equal = new RegExp(`\\b${key} == '?([^'&]+?)'?(?: &&|$)`).exec(when)?.[1];
    const matched = new RegExp(`\\b${key} =~ /(.+?)/(?: &&|$)`).exec(when)?.[1];
    if (equal !== undefined) return equal === value;
    return matched === undefined || new RegExp(matched.replaceAll(String.raw`\/`, '/')).test(value);
  };
  return clause('view', `historyStore.${view}`) && clause('viewItem', state);
}

const name = ({ command, submenu }: MenuItem): string => (command ?? submenu ?? '').replace(/^[^.]*[.]/, '');

/** The commands and submenus in the menu of a row of a view in this state. */
const offered = (view: string, state: string): string[] =>
  items
    .filter((item) => !item.group?.startsWith('inline') && holds(item, view, state))
    .map((item) => name(item));

/** The states of rows that have menus, by view. */
const states: Readonly<Record<string, readonly string[]>> = {
  dialogs: [
    ...['dialog', 'dialog pinned', 'dialog hidden', 'dialog pinned hidden', 'section'],
    ...['context', 'activeContext', 'contexts', 'trashedContexts', 'backup'],
    ...['entry open editable', 'entry done editable', 'entry', 'dialogGroup', 'archivedDialogs'],
    ...['dialogTrash', 'trashedDialog', 'damaged', 'project', 'session'],
  ],
  sessions: [
    ...['session', 'session archived', 'session recorded'],
    ...[
      'session recorded hidden',
      'session kept',
      'session kept hidden',
      'trashedArchive',
      'unreadPlace',
      'unreadPlace form',
    ],
  ],
  memories: [
    'memory',
    'memory archived',
    'memoryGroup',
    'archivedMemories',
    'memoryTrash',
    'trashedMemories',
  ],
  team: [
    ...['shared', 'shared unread', 'withdrawn', 'hub sending ', 'hub paused ', 'hub paused failed'],
    ...['hubPerson member', 'hubDialog'],
  ],
  results: ['result', 'hubResult', 'hubResult fetchable'],
};
const rows = Object.entries(states).flatMap(([view, all]) => all.map((state) => [view, state] as const));
const canBeShared = (view: string, state: string): boolean => offered(view, state).includes('share');

describe('menus of rows', () => {
  it('have at most 12 rows, without those for what is shared or fetched already', () => {
    for (const [view, state] of rows) {
      const longest = canBeShared(view, state) ? offered(view, `${state} shared`) : offered(view, state);
      assert.ok(longest.length <= 12, `${view}, ${state}: ${longest.length}: ${longest.join()}`);
    }
    for (const [id, all] of Object.entries(menus))
      if (id.startsWith('historyStore.')) assert.ok(all.length <= 12, id);
  });

  it('have one button for each row', () => {
    for (const [view, state] of rows)
      for (const shown of canBeShared(view, state) ? [state, `${state} shared`] : [state]) {
        const inline = items.filter((item) => item.group?.startsWith('inline') && holds(item, view, shown));
        assert.ok(inline.length <= 1, `${view}, ${shown}: ${inline.map((item) => name(item)).join()}`);
      }
  });

  it('begin with the main action', () => {
    const first = (view: string, state: string): string | undefined =>
      items
        .filter((item) => !item.group?.startsWith('inline') && holds(item, view, state))
        .toSorted((a, b) => ((a.group ?? '') < (b.group ?? '') ? -1 : 1))
        .map((item) => name(item))[0];
    assert.deepEqual(
      [first('dialogs', 'dialog'), first('sessions', 'session'), first('dialogs', 'context')],
      ['continueIn', 'continueIn', 'loadContext'],
    );
    assert.deepEqual(
      ['trashedDialog', 'backup'].map((state) => first('dialogs', state)),
      ['restore', 'restore'],
    );
  });

  it('name no row of their own that no view has, and a submenu that exists', () => {
    for (const item of items)
      assert.ok(
        rows.some(
          ([view, state]) =>
            holds(item, view, state) || (state !== '' && holds(item, view, `${state} shared`)),
        ),
        `${name(item)} ${item.when ?? ''}`,
      );
    for (const { submenu } of items) if (submenu !== undefined) assert.ok(menus[submenu], submenu);
  });

  for (const [view, state] of rows.filter(([view, state]) => canBeShared(view, state)))
    it(`offer what is offered for ${state} in ${view} also where it is shared, and to take it back`, () => {
      const shared = offered(view, `${state} shared`);
      assert.deepEqual(shared.toSorted(), [...offered(view, state), 'unshare'].toSorted());
    });

  // Each setting that any extension declares counts as a change of all settings: the editor draws the rows of every tree anew, and
  // forgets which ones are selected.
  it('ask for no setting', () => {
    assert.deepEqual(
      items.filter(({ when = '' }) => /\bconfig\./.test(when)),
      [],
    );
  });
});

describe('what there is to see', () => {
  it('is at most 110 commands, and 70 entries for rows', () => {
    assert.ok(commands.length <= 110, `${commands.length} commands`);
    assert.ok(items.length <= 70, `${items.length} entries`);
  });

  it('is at most 60 commands in the palette of a project without a team', () => {
    const palette = new Map(menus.commandPalette?.map(({ command, when = '' }) => [command, when]));
    // What holds only while a team, results, a filter, a selection or a draft is there.
    const special = /^false$|historyStore\.(team|results|\w+\.filtered)|resourceScheme == history/;
    const shown = commands.filter(({ command }) => !special.test(palette.get(command) ?? ''));
    assert.ok(shown.length <= 60, `${shown.length}: ${shown.map(({ command }) => command).join()}`);
  });

  it('is at most 20 settings, none of which is the parent of another', () => {
    const settings = Object.entries(contributes.configuration.properties);
    const listed = settings.filter(([, { markdownDeprecationMessage }]) => !markdownDeprecationMessage);
    assert.ok(listed.length <= 20, `${listed.length}`);
    const parents = settings.filter(([id]) => settings.some(([other]) => other.startsWith(`${id}.`)));
    assert.deepEqual(parents, []);
  });

  it('is at most three icons in the title of a view', () => {
    const filtered = /(!?)historyStore\.\w+\.filtered/;
    for (const view of views)
      for (const isFiltered of [true, false]) {
        const icons = menus['view/title']?.filter((item) => {
          const [, not] = filtered.exec(item.when ?? '') ?? [];
          const isShown = not === undefined || (not === '') === isFiltered;
          return item.group?.startsWith('navigation') && holds(item, view, '') && isShown;
        });
        assert.ok((icons?.length ?? 0) <= 3, `${view}: ${icons?.map((item) => name(item)).join()}`);
      }
  });

  it('is at most three views without a team and results', () => {
    const shown = Object.values(contributes.views)
      .flat()
      .filter(({ when }) => when === undefined);
    assert.deepEqual(
      shown.map(({ id }) => id),
      ['historyStore.dialogs', 'historyStore.sessions', 'historyStore.memories'],
    );
  });
});
