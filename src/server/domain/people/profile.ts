import type { Language } from '../../../core/catalog/languages.ts'
import type { Database } from '../../store/database/database.ts'
import { listOwnership, type OwnershipRow } from '../../store/organizations/members.ts'
import { collectPersonalData } from '../../store/people/personal-data.ts'
import { findUser, saveUser, type UserRow, updateUser } from '../../store/people/users.ts'
import { deleteAccount } from './delete-account.ts'
import type { Principal } from './principal.ts'

/**
 * What is known of somebody, with their identity according to the identity provider.
 * @param language the language of their browser, stored if none is known yet
 */
export const readProfile = (database: Database, person: Principal, language?: Language): Promise<UserRow> =>
  database.asUser(person.uid, async (query) => {
    const known = await findUser(query, person.uid)
    // Not saved again, so that a read writes nothing while somebody changes the row.
    return known && isUnchanged(known, person, language) ? known : saveUser(query, person, language)
  })

const isUnchanged = (known: UserRow, { email, emailVerified, displayName, photoUrl }: Principal, language?: Language) =>
  known.email === (email ?? null) &&
  known.email_verified === emailVerified &&
  (known.display_name !== null || displayName === undefined) &&
  (known.photo_url !== null || photoUrl === undefined) &&
  (known.language !== null || language === undefined)

export const changeProfile = (database: Database, person: Principal, change: Parameters<typeof updateUser>[2]) =>
  database.asUser(person.uid, async (query) => {
    const saved = await saveUser(query, person)
    return (await updateUser(query, person.uid, change)) ?? saved
  })

/** All data that is stored about a person. */
export const readPersonalData = (database: Database, { uid, email }: Principal) =>
  database.asSystem((query) => collectPersonalData(query, { uid, email }))

/** What happens to each of a person's organizations when the account is deleted. */
export const readOwnership = (database: Database, uid: string): Promise<OwnershipRow[]> =>
  database.asSystem((query) => listOwnership(query, uid))

/** See `deleteAccount`. */
export const removeAccount = (
  database: Database,
  person: Principal,
  organizationIds: readonly string[],
): Promise<readonly string[]> => database.asSystem((query) => deleteAccount(query, person, organizationIds, Date.now()))
