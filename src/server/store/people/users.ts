import type { Language } from '../../../core/catalog/languages.ts'
import type { TourState } from '../../../core/catalog/tour-states.ts'
import { first, only, type Query } from '../database/database.ts'

export interface UserRow {
  readonly uid: string
  readonly email: string | null
  readonly email_verified: boolean
  readonly display_name: string | null
  readonly photo_url: string | null
  readonly language: string | null
  readonly tour: TourState | null
  readonly created_at: Date
}

const COLUMNS = 'uid, email, email_verified, display_name, photo_url, language, tour, created_at'

/** A person, as the identity provider describes them. */
interface Identity {
  readonly uid: string
  readonly email?: string
  readonly emailVerified: boolean
  readonly displayName?: string
  readonly photoUrl?: string
}

/** Stores the identity from the provider; a name, picture or language that the user chose here stays. */
export const saveUser = (
  query: Query,
  { uid, email, emailVerified, displayName, photoUrl }: Identity,
  language?: Language,
) =>
  only(
    query<UserRow>(
      `insert into users as known (uid, email, email_verified, display_name, photo_url, language) values ($1, $2, $3, $4, $5, $6)
     on conflict (uid) do update set email = excluded.email, email_verified = excluded.email_verified,
       display_name = coalesce(known.display_name, excluded.display_name),
       photo_url = coalesce(known.photo_url, excluded.photo_url),
       language = coalesce(known.language, excluded.language), updated_at = now()
     returning ${COLUMNS}`,
      [uid, email ?? null, emailVerified, displayName ?? null, photoUrl ?? null, language ?? null],
    ),
  )

export const findUser = (query: Query, uid: string) =>
  first(query<UserRow>(`select ${COLUMNS} from users where uid = $1`, [uid]))

export const deleteUser = (query: Query, uid: string): Promise<object[]> =>
  query('delete from users where uid = $1', [uid])

interface UserChange {
  readonly displayName: string | undefined
  readonly photoUrl: string | null | undefined
  readonly language: Language | undefined
  readonly tour: TourState | undefined
}

/** The languages of those addresses that have an account with a known language, in the system's scope. */
export async function languagesOf(query: Query, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ email: string; language: string }>(
    `select lower(email) as email, language from users where lower(email) = any($1) and email_verified and language is not null`,
    [emails.map((email) => email.toLowerCase())],
  )
  return new Map(rows.map(({ email, language }) => [email, language]))
}

export async function updateUser(
  query: Query,
  uid: string,
  { displayName, photoUrl, language, tour }: UserChange,
): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>(
    `update users set display_name = coalesce($2, display_name),
       photo_url = case when $4 then $3 else photo_url end,
       language = coalesce($5, language), tour = coalesce($6, tour), updated_at = now()
     where uid = $1 returning ${COLUMNS}`,
    [uid, displayName ?? null, photoUrl ?? null, photoUrl !== undefined, language ?? null, tour ?? null],
  )
  return row
}
