import assert from 'node:assert/strict';
import { withoutHome } from '../../../src/extension/doctor/withoutHome.ts';

describe('a text without the home folder', () => {
  for (const [text, expected] of [
    ['/home/ann/code/shop is damaged', '~/code/shop is damaged'],
    ['"/home/ann": /home/ann', '"~": ~'],
    ['/home/anna/x, /home/ann-2 and /mnt/home/ann', '/home/anna/x, /home/ann-2 and /mnt/home/ann'],
    ['nothing', 'nothing'],
  ] as const)
    it(`is ${expected}`, () => assert.equal(withoutHome(text, '/home/ann'), expected));

  it('of Windows is one, in JSON, too', () => {
    assert.equal(withoutHome(String.raw`C:\Users\Ann\code`, String.raw`C:\Users\Ann`), String.raw`~\code`);
    const json = JSON.stringify({ path: String.raw`C:\Users\Ann\code` });
    assert.equal(withoutHome(json, String.raw`C:\Users\Ann`), JSON.stringify({ path: String.raw`~\code` }));
  });

  it('stays as it is where the home folder is the root', () => {
    assert.equal(withoutHome('/etc/passwd', '/'), '/etc/passwd');
  });
});
