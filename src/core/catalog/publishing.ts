/**
 * When edits of a flow are used by its runs. `automatic`: at once for a flow that only people start; a flow that runs without a person gathers them
 * in a draft until somebody publishes it.
 */
export const PUBLISHING = ['automatic', 'draft', 'at_once'] as const

export type Publishing = (typeof PUBLISHING)[number]

/** The longest note of a published version, in characters. */
export const MAX_NOTE = 500
