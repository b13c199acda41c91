import assert from 'node:assert/strict';
import fs from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { panes } from '../../src/protocol/panes.ts';

const root = resolve(__dirname, '../..');
const read = (file: string): Record<string, unknown> =>
  JSON.parse(fs.readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;

/** First arguments of every `l10n.t(…)` of the extension; a call whose text cannot be read from the source fails. */
function textsInSource(): Set<string> {
  const folder = join(root, 'src/extension');
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files.filter((name) => name.endsWith('.ts')).flatMap((name) => textsIn(join(folder, name)));
  return new Set(texts);
}

/** A call with a literal as its first argument, whatever its quotes. */
const call = /\bl10n\.t\((?:\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.)*`)\s*[,)])?/g;

function textsIn(file: string): string[] {
  const calls = [...fs.readFileSync(file, 'utf8').matchAll(call)];
  return calls.flatMap(({ 0: begin, 1: literal, index }) => {
    if (literal !== undefined) return [String(runInNewContext(literal))];
    // The call that translates the texts of all panes, which the protocol lists.
    if (basename(file) === 'paneTexts.ts')
      return Object.values(panes).flatMap(({ strings }) => Object.values<string>(strings));
    return assert.fail(`${file}: ${begin} at ${index} has no literal text`);
  });
}

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();
const links = (text: string): string[] => (text.match(/\]\([^)]*\)|`[^`]*`|\$\([a-z-]+\)/g) ?? []).sort();

describe('texts', () => {
  for (const bundle of ['l10n/bundle.l10n.json', 'l10n/bundle.l10n.zh-cn.json'])
    it(`${bundle} has every text of the source and no other`, () => {
      assert.deepEqual(Object.keys(read(bundle)).sort(), [...textsInSource()].sort());
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
