import { defined } from '../../../core/catalog/defined.ts'
import { readCheckRows } from '../../domain/runs/check-rows.ts'
import { readRowChanges } from '../../domain/runs/read-run-rows.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** Single rows that a dry run, or a check, found. */
export const runRowHandlers = (deps: Deps) =>
  ({
    listRowChanges: async ({ member: { organizationId }, params, query: { entity } }) => {
      const { columns, rows, message } = await readRowChanges(deps, organizationId, params['runId'] ?? '', entity)
      return defined({
        columns: [...columns],
        rows: [...rows],
        message: message && { ...message, to: [...message.to] },
      })
    },
    listCheckRows: async ({ member: { organizationId }, params, query: { entity = '', check = '' } }) => {
      const key = { entity, checkId: check }
      const { columns, rows } = await readCheckRows(deps, organizationId, params['runId'] ?? '', key)
      return { columns: [...columns], rows: rows.map((row) => [...row]) }
    },
  }) satisfies Partial<Handlers>
