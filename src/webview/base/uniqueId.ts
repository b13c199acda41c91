import { useState } from 'preact/hooks';

let made = 0;

/** Returns an id unique in the page. Preact's `useId` repeats ids of parts mounted later. */
export const useUniqueId = (): string => useState(() => `id-${++made}`)[0];
