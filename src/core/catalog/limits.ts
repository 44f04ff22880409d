/** What people can make any number of, up to a limit of the installation. */
export const DEFAULT_LIMITS = {
  /** That one account owns; all others: in one organization. */
  organizations: 100,
  flows: 10_000,
  connections: 1_000,
  /** Each connection with its own credentials has one. */
  integrations: 2_000,
  'alert-channels': 200,
  /** Programs. */
  keys: 100,
  /** That wait for an answer. */
  invitations: 1_000,
  /** What was deleted and can be restored. */
  trash: 20_000,
  /** Of lists, own and shared ones. */
  'saved-views': 2_000,
}

export type LimitKind = keyof typeof DEFAULT_LIMITS
export type Limits = Readonly<Record<LimitKind, number>>

export const LIMIT_KINDS = Object.keys(DEFAULT_LIMITS) as readonly LimitKind[]

/** From this part of a limit on, people are told before it stops them. */
const NEAR = 0.8

export const isNearLimit = (count: number, limit: number): boolean => count >= limit * NEAR
