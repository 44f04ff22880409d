/** The origin of a line in a run's log; a line without one concerns the run as a whole. */
export const LOG_ORIGINS = ['source', 'destination', 'step'] as const

export type LogOrigin = (typeof LOG_ORIGINS)[number]
