import { defined } from '../../../core/catalog/defined.ts'
import { spokenOf } from '../../../core/catalog/languages.ts'
import {
  changeProfile,
  readOwnership,
  readPersonalData,
  readProfile,
  removeAccount,
} from '../../domain/people/profile.ts'
import type { Database } from '../../store/database/database.ts'
import type { UserRow } from '../../store/people/users.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  /** Removes data of deleted organizations outside of the store. */
  readonly clearEnded: () => Promise<void>
}

export const profileHandlers = ({ database, clearEnded }: Deps) =>
  ({
    getProfile: async ({ principal }) => toWire(await readProfile(database, principal)),
    syncProfile: async ({ principal, request }) => {
      const wanted = request.headers.get('accept-language') ?? ''
      return toWire(await readProfile(database, principal, spokenOf(wanted.split(','))))
    },
    updateProfile: async ({ principal, body: { display_name: displayName, photo_url: photoUrl, language, tour } }) =>
      toWire(
        await changeProfile(database, principal, { displayName, photoUrl, language: language ?? undefined, tour }),
      ),

    exportPersonalData: async ({ principal }) => ({
      exported_at: new Date().toISOString(),
      ...(await readPersonalData(database, principal)),
    }),
    previewAccountDeletion: async ({ principal }) => ({
      organizations: await readOwnership(database, principal.uid),
    }),
    deleteAccount: async ({ principal, body }) => {
      await removeAccount(database, principal, body.organization_ids)
      await clearEnded()
      return undefined
    },
  }) satisfies Partial<Handlers>

const toWire = ({ created_at, tour, ...row }: UserRow) => ({
  ...row,
  ...defined({ tour: tour ?? undefined }),
  created_at: created_at.toISOString(),
})
