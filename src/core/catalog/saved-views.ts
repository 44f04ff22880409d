/** The lists that have saved views. */
export const VIEWED_LISTS = ['flows', 'sources', 'destinations', 'runs'] as const

export type ViewedList = (typeof VIEWED_LISTS)[number]
