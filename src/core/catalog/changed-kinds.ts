/** Kinds of objects in an organization whose changes are sent to watching clients; runs change all the time and have their own events. */
export const CHANGED_KINDS = [
  'organization',
  'member',
  'invitation',
  'integration',
  'connection',
  'flow',
  'alert-channel',
] as const

export type ChangedKind = (typeof CHANGED_KINDS)[number]
