/** How long a proposal waits for a person, in days. */
export const PROPOSAL_DAYS = 7

/** Of one organization; the oldest makes room for another. */
export const MAX_PROPOSALS = 50

/** In characters: one flow. */
export const LONGEST_PROPOSAL = 65_536
