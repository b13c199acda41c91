import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DialogPaneAction } from '../protocol/dialogPane.ts';
import type { DialogPaneStrings } from '../protocol/dialogPaneStrings.ts';
import type { ContentServices } from './contentContext.ts';

/** What every part of the dialog pane works with. */
export interface PaneServices extends ContentServices {
  readonly strings: DialogPaneStrings;
  readonly send: (action: DialogPaneAction) => void;
}

export const PaneContext = createContext<PaneServices | undefined>(undefined);

/** The services of the dialog pane around a component. */
export function usePane(): PaneServices {
  const services = useContext(PaneContext);
  if (services === undefined) throw new Error('A part of the pane was rendered outside of it');
  return services;
}
