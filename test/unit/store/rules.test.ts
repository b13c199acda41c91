import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../../../src/disk/base/core.ts';
import { agentRules } from '../../../src/history/rules/rules.ts';
import { rulesDocument } from './rulesDocument.ts';

const read = (path: string): string =>
  readFileSync(join(__dirname, '../../..', path), 'utf8').replaceAll('\r\n', '\n');

describe('the rules for agents', () => {
  it('stand in docs/rules.md as they are; otherwise run node scripts/rules-doc.mjs', () => {
    assert.equal(read('docs/rules.md'), rulesDocument());
  });

  it('are linked from the first page of both READMEs', () => {
    for (const file of ['README.md', 'README.zh-CN.md']) {
      const [first = ''] = read(file).split(/^## (?:Without VS Code|不用 VS Code)$/m);
      assert.ok(first.includes('(docs/rules.md)'), file);
    }
  });

  it('say that raw tool output is not saved, and how archives are found, like the skill', () => {
    const skill = read('plugin/skills/history/SKILL.md');
    const rules = languages.flatMap((language) => [
      agentRules('full', language),
      agentRules('minimal', language),
    ]);
    for (const text of [skill, ...rules]) {
      assert.match(text, /raw tool output|工具的原始输出/);
      assert.match(text, /history_search/);
      assert.match(text, /archive_read/);
      assert.match(text, /ignore|忽略/);
    }
  });
});
