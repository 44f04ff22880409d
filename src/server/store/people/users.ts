import type { Principal } from '../../identity/principal.ts'
import { first, only, type Query } from '../database/database.ts'

export interface UserRow {
  readonly uid: string
  readonly email: string | null
  readonly email_verified: boolean
  readonly display_name: string | null
  readonly photo_url: string | null
  readonly created_at: Date
}

const COLUMNS = 'uid, email, email_verified, display_name, photo_url, created_at'

/** Stores the identity from the provider; a name or picture that the person chose here stays. */
export const saveUser = (query: Query, { uid, email, emailVerified, displayName, photoUrl }: Principal) =>
  only(
    query<UserRow>(
      `insert into users as known (uid, email, email_verified, display_name, photo_url) values ($1, $2, $3, $4, $5)
     on conflict (uid) do update set email = excluded.email, email_verified = excluded.email_verified,
       display_name = coalesce(known.display_name, excluded.display_name),
       photo_url = coalesce(known.photo_url, excluded.photo_url), updated_at = now()
     returning ${COLUMNS}`,
      [uid, email ?? null, emailVerified, displayName ?? null, photoUrl ?? null],
    ),
  )

export const findUser = (query: Query, uid: string) =>
  first(query<UserRow>(`select ${COLUMNS} from users where uid = $1`, [uid]))

export const deleteUser = (query: Query, uid: string): Promise<object[]> =>
  query('delete from users where uid = $1', [uid])

export async function updateUser(
  query: Query,
  uid: string,
  { displayName, photoUrl }: { readonly displayName: string | undefined; readonly photoUrl: string | null | undefined },
): Promise<UserRow | undefined> {
  const [row] = await query<UserRow>(
    `update users set display_name = coalesce($2, display_name),
       photo_url = case when $4 then $3 else photo_url end, updated_at = now()
     where uid = $1 returning ${COLUMNS}`,
    [uid, displayName ?? null, photoUrl ?? null, photoUrl !== undefined],
  )
  return row
}
