import { defined } from '../../../core/catalog/defined.ts'
import { TRASH_DAYS } from '../../../core/catalog/trash.ts'
import type { GoogleOauth } from '../../domain/integrations/google-oauth.ts'
import { deletePermanently } from '../../domain/trash/delete-permanently.ts'
import { readTrash, type TrashEntry } from '../../domain/trash/read-trash.ts'
import { restoreFromTrash } from '../../domain/trash/restore-from-trash.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { daysAfter } from '../wire/days-after.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  /** Absent if no Google client is configured. */
  readonly google: GoogleOauth | undefined
}

export const trashHandlers = (deps: Deps) =>
  ({
    listTrash: async ({ member }) => (await readTrash(deps.database, member)).map(entryToWire),

    restoreFromTrash: async ({ member, params }) => ({
      restored: await restoreFromTrash(deps.database, member, params['trashId'] ?? ''),
    }),

    deletePermanently: async ({ member, params }) => {
      await deletePermanently(deps, member, params['trashId'] ?? '')
      return undefined
    },
  }) satisfies Partial<Handlers>

const entryToWire = ({ id, kind, type, name, deleted_at, deleted_by_name, neededBy }: TrashEntry) => ({
  id,
  kind,
  ...defined({ type: type ?? undefined }),
  name,
  deleted_at: deleted_at.toISOString(),
  ...defined({ deleted_by_name: deleted_by_name ?? undefined }),
  expires_at: daysAfter(deleted_at, TRASH_DAYS).toISOString(),
  needed_by: neededBy,
})
