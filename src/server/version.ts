declare const HISTORY_STORE_VERSION: string | undefined;

/** The product's version, put in by the build. */
export const version = typeof HISTORY_STORE_VERSION === 'string' ? HISTORY_STORE_VERSION : '0.0.0-unbuilt';
