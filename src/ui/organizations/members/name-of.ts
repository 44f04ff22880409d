import type { Member } from '../../../core/members/member.ts'

/** What a member is called, however little the server tells. */
export const nameOf = ({ displayName, email, id }: Member): string => displayName ?? email ?? id
