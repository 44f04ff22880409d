import { showFlowRows } from '../../domain/assistants/show-flow-rows.ts'
import type { TaskHandlers } from '../task-call.ts'
import { shownRowsToWire } from '../wire/shown-rows-to-wire.ts'
import type { TaskDeps } from './task-deps.ts'

/** What assistants see of rows that are read for them. */
export const assistantTaskHandlers = ({ contextFor, ...deps }: TaskDeps) =>
  ({
    showFlowRows: async ({ member, params, body, signal }) => {
      const { organizationId } = member
      const wanted = { flowId: params['flowId'] ?? '', stream: body.stream, steps: body.steps }
      const shown = await showFlowRows(deps, member, wanted, contextFor(signal, organizationId))
      return { ...shownRowsToWire(shown), rows: shown.rows.map(({ values }) => [...values]) }
    },
  }) satisfies Partial<TaskHandlers>
