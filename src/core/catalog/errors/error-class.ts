/** Who has to do something: the system at the end where it happened, the flow as it is set up, a vendor's limit, or Millrace itself. */
export type Blame = 'system' | 'configuration' | 'quota' | 'platform'

/**
 * Where an error is fixed: `credentials` and `connection` in a form, at the field that the error names; `stream` and `step` in the
 * flow; `permission` by a right that the outside system grants; `system` in that system (full, busy, read-only); `rows` at the source;
 * `wait`: nothing is broken; `operator` by whoever runs this server; `report`: a bug of ours.
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
  /** How often a run is tried in all before it fails with this error; 1 where trying again changes nothing. */
  readonly attempts: number
  /** Nobody has told us yet what it means. */
  readonly isUnknown?: boolean
}
