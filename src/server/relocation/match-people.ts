import { StartFailure } from '../host/start-failure.ts'
import { listAccountsOf, listPeopleToMove } from '../store/organization-move/known-people.ts'
import type { KnownPeople } from '../store/organization-move/move-rows.ts'
import type { Side } from './side.ts'

/**
 * The people of the organization who have a verified account with the same address at the new place, with their uids there.
 * @throws StartFailure when nobody would own the organization there
 */
export async function matchPeople(from: Side, to: Side, organizationId: string): Promise<KnownPeople> {
  const people = await listPeopleToMove(from.query, organizationId)
  const emails = people.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]))
  const accounts = new Map((await listAccountsOf(to.query, emails)).map(({ uid, email }) => [email, uid]))
  const known = people.flatMap((person) => {
    const uid = accounts.get(person.email?.toLowerCase() ?? '')
    // Two accounts with one address are one person there: the one who came first.
    accounts.delete(person.email?.toLowerCase() ?? '')
    return uid === undefined ? [] : [{ ...person, there: uid }]
  })
  if (!known.some(({ roles }) => roles.includes('owner')))
    throw new StartFailure(
      `No owner of the organization has an account at the new installation. One of them registers there with the address of here (${addressesOf(people)}), and then you call this again.`,
    )
  return Object.fromEntries(known.map(({ uid, there }) => [uid, there]))
}

const addressesOf = (people: Awaited<ReturnType<typeof listPeopleToMove>>): string =>
  people.flatMap(({ roles, email }) => (roles.includes('owner') && email !== null ? [email] : [])).join(', ')
