import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { DialogPaneAction } from '../protocol/dialogPane.ts';
import type { DialogPaneStrings } from '../protocol/dialogPaneStrings.ts';
import type { Format } from './format.ts';
import type { MessageBodies } from './messages/messageBodies.ts';

/** What every part of the pane works with. */
export interface PaneServices {
  readonly strings: DialogPaneStrings;
  readonly format: Format;
  readonly bodies: MessageBodies;
  readonly send: (action: DialogPaneAction) => void;
  /** Says something to screen readers that the eye sees elsewhere. */
  readonly announce: (text: string) => void;
}

export const PaneContext = createContext<PaneServices | undefined>(undefined);

/** The services of the pane around a component. */
export function usePane(): PaneServices {
  const services = useContext(PaneContext);
  if (services === undefined) throw new Error('A part of the pane was rendered outside of it');
  return services;
}
