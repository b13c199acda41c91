import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const read = (file: string): Record<string, unknown> =>
  JSON.parse(fs.readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();
const links = (text: string): string[] => (text.match(/\]\([^)]*\)|`[^`]*`|\$\([a-z-]+\)/g) ?? []).sort();

describe('texts', () => {
  it('every text has a translation, and every translation is used', () => {
    const script = join(root, 'scripts/texts.mjs');
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [0, '']);
  });

  it('the English bundle repeats the source', () => {
    for (const [key, text] of Object.entries(read('l10n/bundle.l10n.json'))) assert.equal(text, key);
  });

  it('the Chinese bundle keeps placeholders and icons, and translates', () => {
    const same: string[] = [];
    for (const [key, text] of Object.entries(read('l10n/bundle.l10n.zh-cn.json'))) {
      assert.ok(typeof text === 'string' && text !== '', key);
      assert.deepEqual(placeholders(text), placeholders(key), key);
      assert.deepEqual(links(text), links(key), key);
      if (text === key) same.push(key);
    }
    assert.deepEqual(same, []);
  });

  it('both manifest bundles have every key of package.json and no other', () => {
    const manifest = fs.readFileSync(join(root, 'package.json'), 'utf8');
    const keys = [...new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!))].sort();
    assert.deepEqual(Object.keys(read('package.nls.json')).sort(), keys);
    assert.deepEqual(Object.keys(read('package.nls.zh-cn.json')).sort(), keys);
  });

  it('the Chinese manifest keeps commands and code, and translates', () => {
    const english = read('package.nls.json');
    for (const [key, text] of Object.entries(read('package.nls.zh-cn.json'))) {
      const original = english[key];
      assert.ok(typeof text === 'string' && typeof original === 'string', key);
      const targets = (each: string): string[] => each.match(/\]\([^)]*\)|`[^`]*`/g) ?? [];
      assert.deepEqual(targets(text), targets(original), key);
      if (key !== 'displayName' && key !== 'server') assert.match(text, /\p{Script=Han}/u, key);
    }
  });
});
