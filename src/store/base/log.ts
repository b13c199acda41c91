/** Where the store reports what it repaired or could not do. Adapters decide where the lines go. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const ignore = (): void => undefined;

export const silentLog: Log = { info: ignore, warn: ignore, error: ignore };
