/** What becomes of types that somebody made in a source database (domains, enums …): the destination gets them too, or base types take their values. */
export const OWN_TYPE_POLICIES = ['create', 'base'] as const

export type OwnTypePolicy = (typeof OWN_TYPE_POLICIES)[number]
