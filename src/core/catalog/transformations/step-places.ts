/** Where a step runs: in a database of the flow, or in Millrace. */
export const STEP_PLACES = ['source', 'engine', 'destination'] as const
export type StepPlace = (typeof STEP_PLACES)[number]

/**
 * Why a step does not run in the source: the source runs no steps; it is no step that a source runs, or has an expression that a source does
 * not run; the source would return another result for these columns; or a step before it runs in Millrace.
 */
export const STEP_OBSTACLES = ['no-steps', 'kind', 'expression', 'columns', 'after'] as const
export type StepObstacle = (typeof STEP_OBSTACLES)[number]
