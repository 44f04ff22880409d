import { defined } from '../../../core/catalog/defined.ts'
import { changeAssistantSettings, readAssistantSettings } from '../../domain/assistants/assistant-settings.ts'
import { showChangedRows, showCheckRows, showRejectedRows } from '../../domain/assistants/show-run-rows.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'
import { shownRowsToWire } from '../wire/shown-rows-to-wire.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** What assistants may see of rows. */
export const assistantHandlers = (deps: Deps) =>
  ({
    getAssistantSettings: ({ member: { organizationId } }) => readAssistantSettings(deps.database, organizationId),

    updateAssistantSettings: ({ member, body }) => changeAssistantSettings(deps.database, member, body),

    showChangedRows: async ({ member, params, query: { entity } }) => {
      const shown = await showChangedRows(deps, member, params['runId'] ?? '', entity)
      return {
        ...shownRowsToWire(shown),
        rows: shown.rows.map(({ kind, values, changed }) =>
          defined({ kind, values: values && [...values], changed: changed && [...changed] }),
        ),
      }
    },

    showRejectedRows: async ({ member, params, query: { entity } }) => {
      const shown = await showRejectedRows(deps, member, params['runId'] ?? '', entity)
      return {
        ...shownRowsToWire(shown),
        causes: shown.causes,
        rows: shown.rows.map(({ values, ...row }) => ({ ...row, ...defined({ values: values && [...values] }) })),
      }
    },

    showCheckRows: async ({ member, params, query: { entity = '', check = '' } }) => {
      const shown = await showCheckRows(deps, member, params['runId'] ?? '', { entity, checkId: check })
      return { ...shownRowsToWire(shown), rows: shown.rows.map(({ values }) => [...values]) }
    },
  }) satisfies Partial<Handlers>
