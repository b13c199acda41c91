import { useState } from 'preact/hooks';

let made = 0;

/** An id that no other element of the page has. Preact's own `useId` gives one twice where parts are mounted later. */
export const useUniqueId = (): string => useState(() => `id-${++made}`)[0];
