import { isAbsolute } from 'node:path';
import { archiveVariables } from '../history/archive/settings.ts';
import {
  hubVariable,
  languageFromEnvironment,
  languageVariable,
  secretsFromEnvironment,
  secretsVariable,
} from '../disk/base/context.ts';
import { type Log, errorMessage } from '../disk/base/core.ts';
import { allLimitVariables, limitsFromEnvironment, type Environment } from '../disk/base/limits.ts';
import { stateVariable } from '../disk/base/stateFolder.ts';
import { keepSettings, keepVariables } from '../history/capture/settings.ts';
import { copySettings, copyVariables } from '../history/copies/settings.ts';
import { briefFromEnvironment, briefVariables } from '../insight/brief/settings.ts';
import { embeddingsFromEnvironment, embeddingVariables } from '../history/embeddings/embeddings.ts';
import { pricesFromEnvironment, pricesVariable } from '../insight/usage/priceSettings.ts';
import { note, ok, text } from './findings.ts';
import type { Check, RepairableFinding } from './types.ts';
import { modeVariable } from '../disk/files/historySwitch.ts';
import { unsavedFindings } from './unsavedSessions.ts';

/** All variables the product reads. */
export const knownVariables: readonly string[] = [
  ...allLimitVariables,
  ...Object.values(archiveVariables),
  ...Object.values(keepVariables),
  ...Object.values(copyVariables),
  ...Object.values(embeddingVariables),
  ...Object.values(briefVariables),
  ...[
    languageVariable,
    secretsVariable,
    stateVariable,
    pricesVariable,
    hubVariable,
    modeVariable,
    'HISTORY_TOOLS',
  ],
];

/** Finds environment variables that have no effect, and those worth knowing about. */
export const environmentCheck: Check = {
  id: 'environment',
  title: text('Environment'),
  withinMs: 2_000,
  run: async (target) => {
    const { env } = target.machine;
    const own = [...unknownIn(env), ...refusedIn(env), ...pathsIn(env), ...keptSecrets(env)];
    const found = [...own, ...(await unsavedFindings(target))];
    return found.length > 0 ? found : [ok('environment.fine', text('Every variable does something.'))];
  },
};

const unknownIn = (env: Environment): readonly RepairableFinding[] =>
  Object.keys(env)
    .filter((name) => /^HISTORY_(?!STORE_)/.test(name) && !knownVariables.includes(name))
    .filter((name) => !ofOthers.has(name))
    .map((name) =>
      note('variable.unknown', text('{0} does nothing here.', name), {
        subject: name,
      }),
    );

/** Variables of shells. */
const ofOthers = new Set(['HISTORY_IGNORE', 'HISTORY_FILE', 'HISTORY_SIZE']);

/** Returns complaints of the code that reads the variables. */
function refusedIn(env: Environment): readonly RepairableFinding[] {
  const reported: string[] = [];
  const report = (message: string): void => void reported.push(message);
  const log: Log = { info: () => undefined, warn: report, error: report };
  const readers = [limitsFromEnvironment, keepSettings, copySettings, secretsFromEnvironment];
  for (const read of readers) read(env, log);
  const language = (all: Environment) => languageFromEnvironment(all, 'en');
  for (const read of [embeddingsFromEnvironment, language, briefFromEnvironment, pricesFromEnvironment])
    try {
      read(env);
    } catch (error) {
      report(errorMessage(error));
    }
  return reported.map((reason) => {
    const subject = knownVariables.find((name) => new RegExp(`\\b${name}\\b`).test(reason)) ?? '';
    const inChinese = text('The value of {0} is invalid: {1}', subject, reason).zh;
    return note(
      'variable.wrong',
      { en: reason, zh: inChinese },
      {
        subject,
        data: { reason },
      },
    );
  });
}

function pathsIn(env: Environment): readonly RepairableFinding[] {
  const names = [stateVariable, 'CODEX_HISTORY_ROOT'];
  return names.flatMap((name) => {
    const value = env[name]?.trim() ?? '';
    if (value === '' || isAbsolute(value)) return [];
    const message = text(
      '{0} is {1}, which is not an absolute path and so does nothing.',
      name,
      JSON.stringify(value),
    );
    return [note('variable.wrong', message, { subject: name, data: { value } })];
  });
}

function keptSecrets(env: Environment): readonly RepairableFinding[] {
  if (env[secretsVariable]?.trim() !== 'keep') return [];
  const message = text('HISTORY_SECRETS is keep: secrets are stored and shown as they are.');
  return [note('secrets.kept', message, { subject: secretsVariable })];
}
