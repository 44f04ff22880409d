/** The states of a run: queued → running → committing → one of the last four, each final. */
export const RUN_STATUSES = [
  'queued',
  'running',
  'committing',
  'succeeded',
  /** Some of its streams have arrived, others have failed. */
  'partially_succeeded',
  'failed',
  'cancelled',
] as const

export type RunStatus = (typeof RUN_STATUSES)[number]

const ENDS: readonly RunStatus[] = ['succeeded', 'partially_succeeded', 'failed', 'cancelled']

const NEXT: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['running', 'cancelled', 'failed'],
  // Back to running: another worker takes over after the first was lost.
  running: ['running', 'committing', ...ENDS],
  committing: ['running', 'committing', ...ENDS],
  succeeded: [],
  partially_succeeded: [],
  failed: [],
  cancelled: [],
}

export const isFinal = (status: RunStatus): boolean => NEXT[status].length === 0

export const canTransitionTo = (from: RunStatus, to: RunStatus): boolean => NEXT[from].includes(to)

/** A run that was not cancelled and in which not everything arrived. */
export const isTrouble = (status: RunStatus): boolean => status === 'failed' || status === 'partially_succeeded'

/** Every status that may precede `to`, for an update that must not overwrite a final state. */
export const statusesBefore = (to: RunStatus): RunStatus[] => RUN_STATUSES.filter((from) => canTransitionTo(from, to))

/** The states for filters: all active states count as one. */
export const RUN_STATES = ['active', 'succeeded', 'partially_succeeded', 'failed', 'cancelled'] as const

export type RunStateName = (typeof RUN_STATES)[number]

export const statusesOf = (state: RunStateName): RunStatus[] =>
  state === 'active' ? RUN_STATUSES.filter((status) => !isFinal(status)) : [state]

/** The filter for dry runs: none of them, or only them. */
export const DRY_FILTERS = ['no', 'only'] as const

export type DryFilter = (typeof DRY_FILTERS)[number]

/** Who or what requests runs. */
export const RUN_TRIGGERS = ['person', 'schedule', 'api', 'flow', 'inbound_url', 'mirror'] as const

export type RunTrigger = (typeof RUN_TRIGGERS)[number]
