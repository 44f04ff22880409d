import { readRowChanges } from '../../domain/runs/read-run-rows.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** Single rows that a dry run found. */
export const runRowHandlers = (deps: Deps) =>
  ({
    listRowChanges: async ({ member: { organizationId }, params, query: { entity } }) => {
      const { columns, rows, message } = await readRowChanges(deps, organizationId, params['runId'] ?? '', entity)
      return {
        columns: [...columns],
        rows: [...rows],
        ...(message && { message: { ...message, to: [...message.to] } }),
      }
    },
  }) satisfies Partial<Handlers>
