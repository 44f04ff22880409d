import { deleteAccount } from '../../domain/organizations/delete-account.ts'
import type { Database } from '../../store/database/database.ts'
import { listOwnership } from '../../store/organizations/members.ts'
import { collectPersonalData } from '../../store/people/personal-data.ts'
import { saveUser, type UserRow, updateUser } from '../../store/people/users.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  /** What an organization leaves behind outside of the store. */
  readonly clearAfter: (organizationId: string) => Promise<void>
}

export const profileHandlers = ({ database, clearAfter }: Deps) =>
  ({
    getProfile: async ({ principal }) =>
      toWire(await database.asUser(principal.uid, (query) => saveUser(query, principal))),
    syncProfile: async ({ principal }) =>
      toWire(await database.asUser(principal.uid, (query) => saveUser(query, principal))),
    updateProfile: async ({ principal, body }) => {
      const row = await database.asUser(principal.uid, async (query) => {
        const saved = await saveUser(query, principal)
        const change = { displayName: body.display_name, photoUrl: body.photo_url }
        return (await updateUser(query, principal.uid, change)) ?? saved
      })
      return toWire(row)
    },

    exportPersonalData: async ({ principal: { uid, email } }) => ({
      exported_at: new Date().toISOString(),
      ...(await database.asSystem((query) => collectPersonalData(query, { uid, email }))),
    }),
    previewAccountDeletion: async ({ principal }) => ({
      organizations: await database.asSystem((query) => listOwnership(query, principal.uid)),
    }),
    deleteAccount: async ({ principal, body }) => {
      const ended = await database.asSystem((query) =>
        deleteAccount(query, principal, body.organization_ids, Date.now()),
      )
      for (const id of ended) await clearAfter(id)
      return undefined
    },
  }) satisfies Partial<Handlers>

const toWire = ({ created_at, ...row }: UserRow) => ({ ...row, created_at: created_at.toISOString() })
