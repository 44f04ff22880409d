import { DEFAULT_LIMITS, LIMIT_KINDS, type LimitKind, type Limits } from '../../core/catalog/limits.ts'

/** The variable of each limit, and what it counts. */
const VARIABLE_OF = {
  organizations: ['LIMIT_ORGANIZATIONS', 'organizations that one account owns'],
  flows: ['LIMIT_FLOWS', 'flows of an organization'],
  connections: ['LIMIT_CONNECTIONS', 'connections of an organization'],
  integrations: ['LIMIT_INTEGRATIONS', 'integrations of an organization'],
  'alert-channels': ['LIMIT_ALERT_CHANNELS', 'alert channels of an organization'],
  keys: ['LIMIT_KEYS', 'keys of an organization'],
  invitations: ['LIMIT_INVITATIONS', 'open invitations of an organization'],
  'saved-views': ['LIMIT_SAVED_VIEWS', 'saved views of an organization'],
  trash: ['LIMIT_TRASH', 'things in the trash of an organization'],
} as const satisfies Readonly<Record<LimitKind, readonly [string, string]>>

export type LimitVariable = (typeof VARIABLE_OF)[LimitKind][0]

export const LIMIT_VARIABLES = LIMIT_KINDS.map((kind) => {
  const [name, meaning] = VARIABLE_OF[kind]
  return [name, { default: String(DEFAULT_LIMITS[kind]), meaning: `the most ${meaning}` }] as const
})

/** @param read of a variable; nothing: the default counts */
export const limitsFrom = (read: (name: LimitVariable) => number | undefined): Limits =>
  Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, read(VARIABLE_OF[kind][0]) ?? DEFAULT_LIMITS[kind]])) as Limits
