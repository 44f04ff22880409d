/** What becomes of rows whose cursor has no value, so that nothing tells when they came: they are read every time, left out, or the run fails. */
export const EMPTY_CURSOR_POLICIES = ['read', 'leave-out', 'fail'] as const

export type EmptyCursorPolicy = (typeof EMPTY_CURSOR_POLICIES)[number]
