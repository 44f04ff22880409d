/** How user-defined types of a source database (domains, enums …) are treated: the destination gets them too, or base types store their values. */
export const OWN_TYPE_POLICIES = ['create', 'base'] as const

export type OwnTypePolicy = (typeof OWN_TYPE_POLICIES)[number]
