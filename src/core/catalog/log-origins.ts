/** Where what a line of a run's log says has happened; a line without one is about the run as a whole. */
export const LOG_ORIGINS = ['source', 'destination', 'step'] as const

export type LogOrigin = (typeof LOG_ORIGINS)[number]
