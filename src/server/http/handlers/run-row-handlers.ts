import { readRejectedRows, readRowChanges } from '../../domain/runs/read-run-rows.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { numberFromCursor } from './number-from-cursor.ts'

const PAGE = 100

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** Single rows: rejected rows of a run, or findings of a dry run. */
export const runRowHandlers = (deps: Deps) =>
  ({
    listRejectedRows: async ({ member: { organizationId }, params, query: { entity, cursor = '0' } }) => {
      const page = { entity, after: numberFromCursor(cursor), limit: PAGE }
      const { columns, rows } = await readRejectedRows(deps, organizationId, params['runId'] ?? '', page)
      return {
        columns: columns.map(({ name, type }) => ({ name, type })),
        rows: rows.map(({ id: _, values, rule_sentence, ...row }) => ({
          ...row,
          ...(rule_sentence && { rule_sentence }),
          values: [...values],
        })),
        next_cursor: rows.length === PAGE ? String(rows.at(-1)?.id) : null,
      }
    },

    listRowChanges: async ({ member: { organizationId }, params, query: { entity } }) => {
      const { columns, rows, message } = await readRowChanges(deps, organizationId, params['runId'] ?? '', entity)
      return {
        columns: [...columns],
        rows: [...rows],
        ...(message && { message: { ...message, to: [...message.to] } }),
      }
    },
  }) satisfies Partial<Handlers>
