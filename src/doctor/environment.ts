import { isAbsolute } from 'node:path';
import { archiveVariables } from '../store/archive/settings.ts';
import {
  hubVariable,
  languageFromEnvironment,
  languageVariable,
  secretsFromEnvironment,
  secretsVariable,
} from '../store/base/context.ts';
import type { Log } from '../store/base/core.ts';
import { allLimitVariables, limitsFromEnvironment, type Environment } from '../store/base/limits.ts';
import { stateVariable } from '../store/base/stateFolder.ts';
import { keepSettings, keepVariables } from '../store/capture/settings.ts';
import { briefFromEnvironment, briefVariables } from '../store/brief/settings.ts';
import { embeddingsFromEnvironment, embeddingVariables } from '../store/embeddings/embeddings.ts';
import { pricesFromEnvironment, pricesVariable } from '../store/usage/priceSettings.ts';
import { note, ok, text } from './findings.ts';
import type { Check, RepairableFinding } from './types.ts';

/** Every variable of the product that says something. */
export const knownVariables: readonly string[] = [
  ...allLimitVariables,
  ...Object.values(archiveVariables),
  ...Object.values(keepVariables),
  ...Object.values(embeddingVariables),
  ...Object.values(briefVariables),
  ...[languageVariable, secretsVariable, stateVariable, pricesVariable, hubVariable, 'HISTORY_TOOLS'],
];

/** Variables of the environment that do nothing, and those that do something a person should know of. */
export const environmentCheck: Check = {
  id: 'environment',
  title: text('Environment', '环境变量'),
  withinMs: 2_000,
  run: ({ machine: { env } }) => {
    const found = [...unknownIn(env), ...refusedIn(env), ...pathsIn(env), ...keptSecrets(env)];
    const fine = ok('environment.fine', text('Every variable does something.', '所有变量均有效。'));
    return Promise.resolve(found.length > 0 ? found : [fine]);
  },
};

const unknownIn = (env: Environment): readonly RepairableFinding[] =>
  Object.keys(env)
    .filter((name) => /^HISTORY_(?!STORE_)/.test(name) && !knownVariables.includes(name))
    .filter((name) => !ofOthers.has(name))
    .map((name) =>
      note('variable.unknown', text(`${name} does nothing here.`, `${name} 在此不起作用。`), {
        subject: name,
      }),
    );

/** Of shells. */
const ofOthers = new Set(['HISTORY_IGNORE', 'HISTORY_FILE', 'HISTORY_SIZE']);

/** What those who read the variables complain of. */
function refusedIn(env: Environment): readonly RepairableFinding[] {
  const told: string[] = [];
  const tell = (message: string): void => void told.push(message);
  const log: Log = { info: () => undefined, warn: tell, error: tell };
  const readers = [limitsFromEnvironment, keepSettings, secretsFromEnvironment];
  for (const read of readers) read(env, log);
  const language = (all: Environment) => languageFromEnvironment(all, 'en');
  for (const read of [embeddingsFromEnvironment, language, briefFromEnvironment, pricesFromEnvironment])
    try {
      read(env);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  return told.map((reason) => {
    const subject = knownVariables.find((name) => new RegExp(`\\b${name}\\b`).test(reason)) ?? '';
    return note('variable.wrong', text(reason, `${subject} 的值无效：${reason}`), {
      subject,
      data: { reason },
    });
  });
}

function pathsIn(env: Environment): readonly RepairableFinding[] {
  const names = [stateVariable, 'CODEX_HISTORY_ROOT'];
  return names.flatMap((name) => {
    const value = env[name]?.trim() ?? '';
    if (value === '' || isAbsolute(value)) return [];
    const message = text(
      `${name} is ${JSON.stringify(value)}, which is not an absolute path and so does nothing.`,
      `${name} 为 ${JSON.stringify(value)}，不是绝对路径，因此不起作用。`,
    );
    return [note('variable.wrong', message, { subject: name, data: { value } })];
  });
}

function keptSecrets(env: Environment): readonly RepairableFinding[] {
  if (env[secretsVariable]?.trim() !== 'keep') return [];
  const message = text(
    'HISTORY_SECRETS is keep: secrets are stored and shown as they are.',
    'HISTORY_SECRETS 为 keep：机密按原样存储和显示。',
  );
  return [note('secrets.kept', message, { subject: secretsVariable })];
}
