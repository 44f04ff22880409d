/** Who has to do something: the system at the end where it happened, the flow as it is set up, a vendor's limit, or Millrace itself. */
export type Blame = 'system' | 'configuration' | 'quota' | 'platform'

/** Where an error is mended. */
export type Fix =
  /** The form of the integration or connection, at the field that the error names. */
  | 'credentials'
  | 'connection'
  /** The stream's settings in the flow. */
  | 'stream'
  /** The step that the error names. */
  | 'step'
  /** A right to be granted in the outside system. */
  | 'permission'
  /** The outside system itself: full, busy, read-only. */
  | 'system'
  /** The rows at the source. */
  | 'rows'
  /** Nothing is broken: it works again after a while. */
  | 'wait'
  /** Whoever runs this server. */
  | 'operator'
  /** A bug of ours. */
  | 'report'

export interface ErrorClass {
  readonly blame: Blame
  readonly fix: Fix
  /** How often a run is tried in all before it fails with this error; 1 where trying again changes nothing. */
  readonly attempts: number
  /** Nobody has told us yet what it means. */
  readonly isUnknown?: boolean
}
