// Counts tokens below a home folder, in the plainest way, with nothing of the product: what the product counts must be the same.
//   node naiveCount.mjs HOME
import fs from 'node:fs';
import path from 'node:path';

const home = process.argv[2];
const files = (folder, found = []) => {
  if (!fs.existsSync(folder)) return found;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    if (fs.statSync(file).isDirectory()) files(file, found);
    else found.push(file);
  }
  return found.sort();
};
const records = (file) =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const all = new Map(); // one entry for each request, whatever file it stands in
let nameless = 0;
const note = (key, agent, model, time, input, output, read, write) =>
  all.set(key ?? `nameless ${++nameless}`, { agent, model, time, input, output, read, write });

for (const file of files(path.join(home, '.claude/projects')))
  for (const { type, message, timestamp } of records(file)) {
    if (type !== 'assistant' || !message.usage) continue;
    const u = message.usage;
    const input = u.input_tokens + u.cache_read_input_tokens + u.cache_creation_input_tokens;
    const before = all.get(`claude ${message.id}`);
    if (before && before.output > u.output_tokens) continue;
    note(
      `claude ${message.id}`,
      'claude',
      message.model,
      before?.time ?? timestamp,
      input,
      u.output_tokens,
      u.cache_read_input_tokens,
      u.cache_creation_input_tokens,
    );
  }

for (const file of files(path.join(home, '.codex/sessions'))) {
  const list = records(file);
  const hasRecords = list.some(({ type }) => type === 'token_usage_record');
  const root = list.filter(({ type }) => type === 'session_meta').at(-1).payload.id;
  let model;
  for (const { type, payload, timestamp } of list) {
    if (type === 'turn_context') model = payload.model;
    const isCount = type === 'event_msg' && payload.type === 'token_count' && !hasRecords;
    if (!isCount && type !== 'token_usage_record') continue;
    const u = isCount ? payload.info.last_token_usage : payload.usage;
    const key = isCount
      ? `codex ${root} ${payload.info.total_token_usage.total_tokens}`
      : `codex ${payload.response_id}`;
    const earlier = all.get(key);
    if (earlier && earlier.time <= timestamp) continue; // the copy was made later
    note(key, 'codex', model, timestamp, u.input_tokens, u.output_tokens, u.cached_input_tokens, undefined);
  }
}

for (const file of files(path.join(home, '.gemini/tmp')).filter((name) => name.endsWith('.jsonl')))
  for (const { type, tokens, model, timestamp } of records(file))
    if (type === 'gemini')
      note(
        undefined,
        'gemini',
        model,
        timestamp,
        tokens.input,
        tokens.output + tokens.thoughts,
        tokens.cached,
        undefined,
      );

for (const file of files(path.join(home, '.copilot/session-state')))
  for (const { type, data, timestamp } of records(file)) {
    if (type !== 'session.usage_record') continue;
    const u = data.usage;
    note(
      u.accounting.usageId,
      'copilot-cli',
      u.model,
      timestamp,
      u.inputTokens,
      u.outputTokens,
      u.cacheReadTokens,
      u.cacheWriteTokens,
    );
  }

for (const file of files(path.join(home, '.qwen/projects')))
  for (const { usageMetadata: u, model, timestamp } of records(file))
    if (u)
      note(
        undefined,
        'qwen',
        model,
        timestamp,
        u.promptTokenCount,
        u.candidatesTokenCount,
        u.cachedContentTokenCount,
        undefined,
      );

const groups = {};
const two = (value) => String(value).padStart(2, '0');
for (const { agent, model, time, input, output, read, write } of all.values()) {
  const d = new Date(time);
  const day = `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
  for (const key of ['total', `agent ${agent}`, `model ${model}`, `day ${day}`]) {
    const sum = (groups[key] ??= { requests: 0 });
    sum.requests++;
    for (const [name, count] of Object.entries({ input, output, cacheRead: read, cacheWrite: write }))
      if (count !== undefined) sum[name] = (sum[name] ?? 0) + count;
  }
}
console.log(JSON.stringify(groups));
