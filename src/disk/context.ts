import { systemClock, type ContextOptions, type Secrets, type StoreContext } from './base/context.ts';
import { defined, silentLog } from './base/core.ts';
import { defaultLimits } from './base/limits.ts';
import { ownHistory } from './base/projectFolder.ts';
import { historyFolder, linkedTree } from './files/projectHistory.ts';
import { noteChange } from './files/changeLog.ts';
import { isChangeable } from './files/historyFormat.ts';
import { switchOf } from './files/historySwitch.ts';
import type { ForgottenTexts } from './secrets/forgotten.ts';
import { StoreSecrets } from './secrets/secrets.ts';

/**
 * Creates the context shared by the parts of a project's store, for `openStore` and programs that need only one part.
 */
export function contextOf(projectRoot: string, options: ContextOptions): StoreContext {
  const { log = silentLog } = options;
  const history = historyFolder(projectRoot);
  const current = switchOf(projectRoot, { history });
  const isReadOnly = () =>
    options.isReadOnly?.() === true || (options.evenOff !== true && current().mode === 'off');
  const linked = history !== ownHistory(projectRoot);
  return {
    folder: history,
    ...defined({ elsewhere: options.elsewhere }),
    ...(linked && { branch: () => linkedTree(projectRoot)?.branch }),
    limits: options.limits ?? defaultLimits,
    clock: options.clock ?? systemClock,
    log,
    wrote: (base) => {
      noteChange(history, base, log);
      options.onWrite?.(base);
    },
    isReadOnly,
    language: options.language ?? 'zh',
    guidanceLanguage: options.guidanceLanguage ?? options.language ?? 'zh',
    secrets: secretsOf(history, { envFolders: () => [projectRoot], ...options, isReadOnly }),
  };
}

/** Returns the masking of a history. */
export const secretsOf = (
  history: string,
  options: ContextOptions & { readonly forgotten?: ForgottenTexts },
): Secrets =>
  new StoreSecrets({
    history,
    ...defined({ forgotten: options.forgotten }),
    isReadOnly: () => options.isReadOnly?.() === true || !isChangeable(history),
    mode: options.secrets ?? (() => 'mask'),
    folders: options.envFolders ?? (() => []),
  });
