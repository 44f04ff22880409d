/** What happens to types that a source database defines (domains, enums …): the destination gets them too, or base types hold their values. */
export const OWN_TYPE_POLICIES = ['create', 'base'] as const

export type OwnTypePolicy = (typeof OWN_TYPE_POLICIES)[number]
