import assert from 'node:assert/strict';
import { jsonProblem } from '../../../../src/disk/base/core.ts';
import { safeBeginning, safePreview } from '../../../../src/disk/secrets/cut.ts';
import { plainSecrets } from '../../../../src/disk/secrets/secrets.ts';
import { quotable } from '../../../../src/disk/text/containText.ts';
import { piecesIn } from './spilled.ts';
import { githubToken, tokens } from './tokens.ts';

/** Wherever a text may be cut, what is left of it and masked then tells nothing of its secret. */
function triedAtEachPlace(cut: (text: string, chars: number) => string, before: string, after: string) {
  for (const { of, text, secret } of tokens()) {
    const [start, end] = [before.length, before.length + text.length];
    for (let chars = start - 3; chars < end + 3; chars++) {
      const shown = plainSecrets.text(cut(before + text + after, chars));
      assert.deepEqual(piecesIn(`${of} at ${chars}`, shown, secret), []);
    }
  }
}

describe('a text that is cut before it is masked', () => {
  it('ends beside a secret of any kind, on one line', () =>
    triedAtEachPlace(safePreview, 'We deploy it\nwith ', ' and then it is done'));

  it('ends beside a secret of any kind that nothing follows, after Chinese', () =>
    triedAtEachPlace(safePreview, '部署时使用的令牌是 ', '。'.repeat(200)));

  it('is never longer than what there is room for, where that matters', () => {
    triedAtEachPlace(safeBeginning, 'Deploy with ', ' and more');
    for (const { text } of tokens())
      for (const chars of [0, 1, 5, text.length - 1])
        assert.ok(safeBeginning(`${text} and more`, chars).length <= chars);
  });

  it('is whole where there is room, and cut as ever where no secret is', () => {
    assert.equal(safePreview(' one\n two ', 7), 'one two');
    assert.equal(safePreview('one two three', 8), 'one two…');
    assert.equal(safeBeginning('one two three', 7), 'one two');
    assert.equal(safeBeginning('ab😀cd', 3), 'ab');
    assert.equal(safeBeginning('ab', 3), 'ab');
  });

  it('keeps a secret at its beginning whole in a preview, so that it is known for one', () => {
    const token = githubToken();
    assert.equal(safePreview(`${token} and ${'more '.repeat(50)}`, 20), `${token}…`);
  });

  it('knows the end of a key far behind the place', () => {
    const lines = Array.from({ length: 60 }, () => githubToken().slice(4) + githubToken().slice(4, 32));
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${lines.join('\n')}\n-----END RSA PRIVATE KEY-----`;
    const shown = plainSecrets.text(safePreview(`Use ${key} here`, 80));
    for (const line of lines) assert.deepEqual(piecesIn('the key', shown, line), []);
  });
});

describe('what messages quote', () => {
  it('holds no long word in part', () => {
    const token = githubToken();
    for (let chars = 1; chars < 60; chars++)
      assert.deepEqual(
        piecesIn(`${chars}`, plainSecrets.text(quotable(`"use ${token} here"`, chars)), token),
        [],
      );
    assert.equal(quotable('one two three', 9), 'one two t');
    assert.equal(quotable('ab😀', 3), 'ab');
  });

  it('holds no piece of what is no JSON', () => {
    const token = githubToken();
    const wrong = [token, `{"a": ${token}}`, `{"a": "${token}" "b"}`, `${' '.repeat(50)}${token}`, '[1', ''];
    for (const text of wrong) {
      const problem = problemOf(text);
      assert.notEqual(problem, '');
      assert.ok(!problem.includes(token.slice(0, 6)), problem);
    }
    assert.match(problemOf('{"a": x}'), /^Unexpected token 'x'$/);
    assert.equal(jsonProblem('as it is'), 'as it is');
  });
});

function problemOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return jsonProblem(error);
  }
}
