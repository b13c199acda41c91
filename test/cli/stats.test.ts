import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { ClaudeTranscript, sessionId } from '../unit/store/claudeLines.ts';
import { writeUsageHome } from '../unit/store/usage/usageHome.ts';
import { withCli } from './withCli.ts';

const day = 24 * 60 * 60 * 1_000;

describe('token and cost figures on the command line', () => {
  it('are grouped by model, agent, day and session, in English and Chinese', () =>
    withCli(async ({ cli, json, project, home }) => {
      writeUsageHome(home, project, { sessions: 10, turns: 3, filler: 10, now: Date.now() });
      const { stdout } = await cli(['stats']);
      const [total, titles, ...rows] = stdout.split('\n');
      assert.match(total ?? '', /^10 sessions: [\d,]+ tokens in, [\d,]+ out, \$0\.\d\d\+$/);
      assert.match(titles ?? '', /^ *cost +input +cache reads +cache writes +output +requests$/);
      assert.match(
        rows.find((row) => row.endsWith('gpt-5-mini')) ?? '',
        /^ *\$0\.\d\d( +[\d,–]+){5} {2}gpt-5-mini$/,
      );
      assert.match(stdout, /^ +–.* qwen3-coder-plus$/m);
      assert.match(stdout, /list prices of 20\d\d-\d\d-\d\d.*\nNo price is known of .*qwen3-coder-plus\.\n/);
      const chinese = await cli(['stats', '--by', 'agent'], '', { HISTORY_LANGUAGE: 'zh' });
      assert.match(chinese.stdout, /^10 个会话：输入 [\d,]+ 个 token.*\n +费用 .*请求\n(.*\n){5}费用按/);
      const recent = await json('stats', '--since', '7d');
      const all = await json('stats');
      const requests = ({ usage }: typeof all) => (usage as { total: { requests: number } }).total.requests;
      assert.ok(requests(recent) > 0 && requests(recent) < requests(all));
      const counted = (recent.usage as { sessions: unknown[] }).sessions.length;
      assert.ok(counted > 0 && counted < 10);
      assert.match((await cli(['stats', '--since', '7d'])).stdout, new RegExp(`^${counted} sessions?: `));
      const since = new Date(Date.now() - 400 * day).toISOString().slice(0, 10);
      assert.equal(requests(await json('stats', '--since', since)), requests(all));
      assert.match(
        (await cli(['stats', '--by', 'session', '--limit', '1'])).stdout,
        /\(\w[\w-]*, [\w-]+\)\n\d+ more: give --limit\./,
      );
    }));

  it('count sessions that record no tokens, in the time that is asked for', () =>
    withCli(async ({ cli, json, project, home }) => {
      writeUsageHome(home, project, { sessions: 10, turns: 3, filler: 10, now: Date.now() });
      const claude = fs.readdirSync(join(home, '.claude/projects'))[0] ?? '';
      const folder = join(home, '.claude/projects', claude);
      const silent = (id: string, days: number) => {
        const at = new Date(Date.now() - days * day);
        const text = new ClaudeTranscript()
          .user('Only asked')
          .text()
          .replaceAll(sessionId, id)
          .replaceAll('/code/shop', project)
          .replaceAll('2026-01-15T09:30', at.toISOString().slice(0, 16));
        fs.writeFileSync(join(folder, `${id}.jsonl`), text);
        fs.utimesSync(join(folder, `${id}.jsonl`), at, at);
      };
      const before = await json('stats', '--since', '7d');
      silent('s-new', 0);
      silent('s-old', 8);
      assert.match((await cli(['stats'])).stdout, /^12 sessions: .*^The transcripts of 2 sessions tell no/ms);
      assert.equal((await json('stats')).sessions, 12);
      const recent = await json('stats', '--since', '7d');
      assert.equal(recent.sessions, Number(before.sessions) + 1);
    }));

  it('are refused for an invalid day', () =>
    withCli(async ({ cli }) => {
      const { code, stderr } = await cli(['stats', '--since', 'yesterday']);
      assert.equal(code, 2);
      assert.match(stderr, /--since is "yesterday"; give a day as in 2026-02-05, or days back as in 7d/);
      assert.match((await cli(['stats'])).stdout, /^0 sessions: – tokens in, – out, –\n/);
    }));
});
