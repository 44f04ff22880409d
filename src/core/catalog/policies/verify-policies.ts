/** What both servers sum and compare before the rows of a stream are put in place: its keys, or the values of all columns. */
export const VERIFY_POLICIES = ['keys', 'values'] as const

export type VerifyPolicy = (typeof VERIFY_POLICIES)[number]
