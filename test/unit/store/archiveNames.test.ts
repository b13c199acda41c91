import assert from 'node:assert/strict';
import { archiveName, titleFrom } from '../../../src/history/archive/names.ts';

const day = Date.UTC(2026, 1, 5, 23, 59);
const slug = (title: string) =>
  archiveName(title, '0123456789', day).slice('2026-02-05-'.length, -'-01234567'.length);

describe('the name of an archive', () => {
  it('has the day in UTC and the first letters and digits of the session', () => {
    assert.equal(archiveName('A', '550E8400-e29b', day), '2026-02-05-a-550e8400');
    assert.equal(archiveName('A', '../../x', day), '2026-02-05-a-x');
    assert.equal(archiveName('A', '…', day), '2026-02-05-a-session');
  });

  const slugs: [title: string, slug: string][] = [
    ['Fix: the Login / again?!', 'fix-the-login-again'],
    ['修复登录超时', '修复登录超时'],
    ['Ünïcödé é', 'ünïcödé-é'],
    ['क्या हाल है', 'क्या-हाल-है'],
    ['', 'conversation'],
    ['🎉 --- 🎉', 'conversation'],
    ['..\\..\\windows\\con', 'windows-con'],
    ['a\nb\0c', 'a-b-c'],
    ['x'.repeat(80), 'x'.repeat(50)],
    ['𠀀'.repeat(80), '𠀀'.repeat(50)],
    [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
  ];
  for (const [title, expected] of slugs)
    it(`makes ${JSON.stringify(expected.slice(0, 12))} of ${JSON.stringify(title.slice(0, 24))}`, () => {
      assert.equal(slug(title), expected);
    });

  it('never exceeds what a file system takes for a name', () => {
    const name = archiveName('𠀀'.repeat(500), 'z'.repeat(500), day);
    assert.ok(Buffer.byteLength(`${name}-9999.jsonl.01234567.tmp`) <= 255);
  });

  it('comes from the first words of the person where there is no title', () => {
    assert.equal(titleFrom('  Fix\n the   login '), 'Fix the login');
    assert.equal(titleFrom('😀'.repeat(51)), `${'😀'.repeat(50)}...`);
    assert.equal(titleFrom(' \n '), '');
  });
});
