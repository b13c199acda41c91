import type { LogOutputChannel } from 'vscode';
import type { Log } from '../../store/base/log.ts';

/** The store's log lines in the extension's output channel. */
export function storeLog(channel: LogOutputChannel): Log {
  return {
    info: (message) => channel.info(message),
    warn: (message) => channel.warn(message),
    error: (message) => channel.error(message),
  };
}
