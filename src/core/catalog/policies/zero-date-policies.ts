/** What happens to a date such as 0000-00-00, which only MySQL has: it is read as NULL, its row is stored separately and counted, or the run fails. */
export const ZERO_DATE_POLICIES = ['null', 'reject', 'fail'] as const

export type ZeroDatePolicy = (typeof ZERO_DATE_POLICIES)[number]
