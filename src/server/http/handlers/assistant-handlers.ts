import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import { changeAssistantSettings, readAssistantSettings } from '../../domain/assistants/assistant-settings.ts'
import type { ShownRows } from '../../domain/assistants/look.ts'
import { showFlowRows } from '../../domain/assistants/show-flow-rows.ts'
import { showChangedRows, showCheckRows, showRejectedRows } from '../../domain/assistants/show-run-rows.ts'
import type { Opening } from '../../domain/connections/open-endpoint.ts'
import type { PreviewSlots } from '../../domain/flows/preview-slots.ts'
import type { Handlers } from '../handler.ts'

interface Deps extends Opening {
  /** With an organization, what costs money counts in its budgets. */
  readonly contextFor: (request: Request, organizationId?: string) => ConnectorContext
  readonly stepProcesses: StepProcesses
  readonly inTurn: PreviewSlots
}

/** What assistants may see of rows. */
export const assistantHandlers = ({ contextFor, inTurn, ...deps }: Deps) =>
  ({
    getAssistantSettings: ({ member: { organizationId } }) => readAssistantSettings(deps.database, organizationId),

    updateAssistantSettings: ({ member, body }) => changeAssistantSettings(deps.database, member, body),

    showFlowRows: async ({ member, params, body, request }) => {
      const { organizationId } = member
      const wanted = { flowId: params['flowId'] ?? '', stream: body.stream, steps: body.steps }
      const shown = await inTurn(organizationId, request.signal, () =>
        showFlowRows(deps, member, wanted, contextFor(request, organizationId)),
      )
      return { ...toWire(shown), rows: shown.rows.map(({ values }) => [...values]) }
    },

    showChangedRows: async ({ member, params, query: { entity } }) => {
      const shown = await showChangedRows(deps, member, params['runId'] ?? '', entity)
      return {
        ...toWire(shown),
        rows: shown.rows.map(({ kind, values, changed }) =>
          defined({ kind, values: values && [...values], changed: changed && [...changed] }),
        ),
      }
    },

    showRejectedRows: async ({ member, params, query: { entity } }) => {
      const shown = await showRejectedRows(deps, member, params['runId'] ?? '', entity)
      return {
        ...toWire(shown),
        causes: shown.causes,
        rows: shown.rows.map(({ values, ...row }) => ({ ...row, ...defined({ values: values && [...values] }) })),
      }
    },

    showCheckRows: async ({ member, params, query: { entity = '', check = '' } }) => {
      const shown = await showCheckRows(deps, member, params['runId'] ?? '', { entity, checkId: check })
      return { ...toWire(shown), rows: shown.rows.map(({ values }) => [...values]) }
    },
  }) satisfies Partial<Handlers>

const toWire = ({ entity, columns, withheld, hasMore }: ShownRows<unknown>) => ({
  entity,
  columns: columns.map((column) => ({ ...column })),
  withheld: [...withheld],
  has_more: hasMore,
})
