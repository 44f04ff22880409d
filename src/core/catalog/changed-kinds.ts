/** What of an organization changes while people look at it; runs, which change all the time, are told of on their own. */
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
