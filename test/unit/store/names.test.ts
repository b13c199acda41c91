import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  dialogName,
  folderName,
  hashedFolderName,
  legacyFolderName,
} from '../../../src/history/dialogs/names.ts';

describe('dialog names', () => {
  const own = ['default', 'feature-1', '修复登录', 'v1.2', 'été', 'a_b', 'x', '한국어'];
  for (const name of own) it(`keeps ${name} as its folder`, () => assert.equal(folderName(name), name));

  const hashed = [
    ['..', /^dialog~[0-9a-f]{8}$/],
    ['../../x', /^x~/],
    ['/etc/passwd', /^etc-passwd~/],
    ['con', /^con~/],
    ['nul.txt', /^nul-\.txt~/], // Windows takes nul.anything for the device
    ['A B', /^a-b~/],
    ['a b', /^a-b~/],
    ['a.', /^a~/],
    ['.hidden', /^hidden~/],
    ['🎉', /^dialog~/],
    ['a\0b', /^a-b~/],
    ['e\u0301t', /^ét~/], // not NFC
    ['straße', /^straße~/], // upper case is STRASSE
    ['x'.repeat(65), /^x{64}~/],
  ] as const;
  for (const [name, folder] of hashed)
    it(`hashes ${JSON.stringify(name).slice(0, 20)}`, () => assert.match(folderName(name), folder));

  it('means default by the empty name', () => assert.equal(dialogName(''), 'default'));
  it('refuses 1,001 characters', () =>
    assert.throws(() => dialogName('x'.repeat(1001)), /has 1001 characters; at most 1000/));
  it('refuses half a surrogate pair', () => assert.throws(() => dialogName('a\ud800'), /surrogate/));
  it('knows the folders of older servers', () =>
    assert.equal(legacyFolderName(' My Chat/1: a?b '), 'my-chat_1_-a_b'));

  it('gives names of ASCII the folders that the patterns for any script give', () => {
    const characters = Array.from({ length: 95 }, (_, n) => String.fromCodePoint(32 + n));
    for (const first of characters)
      for (const second of characters) {
        const name = `${first}a${second}B${first}`;
        const slug = name
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
          .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
        assert.match(hashedFolderName(name), /~[0-9a-f]{8}$/);
        assert.equal(hashedFolderName(name).slice(0, -9), slug, name);
      }
  });

  it('gives different names different folders, inside the history folder, on any disk', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 });
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(name, (given) => {
        const folder = folderName(dialogName(given));
        assert.doesNotMatch(folder, /^\.|[\\/:*?"<>|\0]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        assert.ok(Buffer.byteLength(folder) <= 255);
        const key = folder.normalize('NFC').toUpperCase().toLowerCase();
        assert.equal(seen.get(key) ?? given, given);
        seen.set(key, given);
      }),
      { numRuns: 2_000 },
    );
  });
});
