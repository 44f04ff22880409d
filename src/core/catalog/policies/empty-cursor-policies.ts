/** What happens to rows without a value in the cursor column: they are read every time, left out, or the run fails. */
export const EMPTY_CURSOR_POLICIES = ['read', 'leave-out', 'fail'] as const

export type EmptyCursorPolicy = (typeof EMPTY_CURSOR_POLICIES)[number]
