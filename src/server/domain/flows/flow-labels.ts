import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import { listMembers } from '../../store/organizations/members.ts'
import type { Member } from '../members/member.ts'
import { invalid } from '../request-error.ts'

/** Each once, whatever its case, in the order of the alphabet. */
export const inTagOrder = (tags: readonly string[]): string[] =>
  [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()].sort((one, other) =>
    one.localeCompare(other, 'en'),
  )

/** Whoever makes a flow owns it; nobody owns what a program made. */
export const makerOf = ({ person }: Pick<Member, 'person'>): string | null => (person.service ? null : person.uid)

/** The name of an owner who was named in a request; nothing for nobody. @throws RequestError invalid, if it is no person of the organization */
export async function requireOwner(query: Query, organizationId: string, uid: string | null): Promise<string | null> {
  if (uid === null) return null
  const owner = (await listMembers(query, organizationId)).find((member) => member.user_uid === uid)
  if (!owner) throw invalid(sentence`Only a person of the organization can own a flow.`, 'owner')
  return owner.display_name ?? owner.email
}

/** A person by the address in a file; nothing if nobody here has it, as in a file of another organization. */
export async function ownerByEmail(query: Query, organizationId: string, email: string): Promise<string | undefined> {
  const wanted = email.toLowerCase()
  return (await listMembers(query, organizationId)).find((member) => member.email?.toLowerCase() === wanted)?.user_uid
}
