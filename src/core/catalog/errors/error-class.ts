/** Who must act: the system at the end where it happened, the configuration of the flow, a vendor's limit, or Millrace itself. */
export type Blame = 'system' | 'configuration' | 'quota' | 'platform'

/**
 * Where an error is fixed: `credentials` and `connection` in a form, at the field of the error; `stream` and `step` in the
 * flow; `permission` by a permission in the outside system; `system` in that system (full, busy, read-only); `rows` at the source;
 * `wait`: nothing is broken; `operator` by the operator of this server; `report`: a bug of ours.
 */
export const FIXES = [
  'credentials',
  'connection',
  'stream',
  'step',
  'permission',
  'system',
  'rows',
  'wait',
  'operator',
  'report',
] as const

export type Fix = (typeof FIXES)[number]

export interface ErrorClass {
  readonly blame: Blame
  readonly fix: Fix
  /** The maximum number of attempts before a run fails with this error; 1 if a retry changes nothing. */
  readonly attempts: number
  /** Its meaning is not known yet. */
  readonly isUnknown?: boolean
}
