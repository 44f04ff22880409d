import type { Member } from '../../../core/members/member.ts'

/** The display name of a member, from the data that the server returns. */
export const nameOf = ({ displayName, email, id }: Member): string => displayName ?? email ?? id
