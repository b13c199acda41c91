import assert from 'node:assert/strict';
import { relative, resolve } from 'node:path';
import fs from 'node:fs';
import { join } from 'node:path';
import { dropCopies } from '../../../../src/disk/sqlite/database.ts';
import { plainAgents } from '../plainAgents.ts';
import { storedForms, writeStored } from '../storedAgents.ts';
import { withSessions } from '../withSessions.ts';
import { githubToken } from './tokens.ts';

const hidden = 'zwischen uns: am Kai um neun';
const secrets: Readonly<Record<string, () => readonly [text: string, secret: string]>> = {
  'a token': () => {
    const token = githubToken();
    return [token, token];
  },
  'the value of an .env file': () => {
    const value = `pa55-${githubToken().slice(8, 28)}`;
    return [value, value];
  },
  'a private block': () => [`<private>${hidden}</private>`, hidden],
};

describe('titles of sessions', () => {
  afterEach(dropCopies);

  // They are cut after 50 characters, or 200 where they were given.
  for (const before of [1, 25, 40, 45, 165, 190])
    for (const [what, make] of Object.entries(secrets))
      it(`are not cut through ${what} after ${before} characters, of no agent`, () =>
        withSessions(async (fixture) => {
          const { folder, places, write, open, workspace } = fixture;
          const [said, secret] = make();
          fs.writeFileSync(join(folder, '.env'), `A=${secret}\n`);
          const text = `${'word '.repeat(40).slice(0, before - 1)} ${said} and then`.trim();
          for (const written of Object.values(plainAgents))
            for (const [path, content] of written(text, { cwd: folder, platform: 'linux' }))
              await write(relative(places.home, resolve(places.home, path)), content);
          for (const form of storedForms) writeStored(form, places, text, folder);
          const { sessions } = await open().sessions.list(workspace, { includeCurrent: true });
          assert.ok(sessions.length >= 18);
          for (const { title, path } of sessions) {
            assert.ok(!title.includes(secret.slice(0, 8)), `${path}: ${title}`);
            assert.notEqual(title.trim(), '');
          }
        }));
});
