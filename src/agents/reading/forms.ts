/** A form in which an agent keeps sessions, as docs/forms.md lists it. */
export interface SessionForm {
  /** Its files, or its database and tables. */
  readonly place: string;
  /** First version of the agent that writes it; missing where it is not known. */
  readonly since?: string;
  /** `listed`: title and time only. `unread`: it is known to exist. */
  readonly state: 'read' | 'listed' | 'unread';
}

/** A form that is read. */
export const readForm = (place: string, since?: string): SessionForm => ({
  place,
  ...(since !== undefined && { since }),
  state: 'read',
});

/** A form that is known to exist, and not read. */
export const unreadForm = (place: string): SessionForm => ({ place, state: 'unread' });
