import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import type { Opening } from '../../domain/connections/open-endpoint.ts'
import { changeTarget, type TargetChange } from '../../domain/flows/change-target.ts'
import type { Handlers } from '../handler.ts'

interface Deps extends Opening {
  readonly contextFor: (request: Request) => ConnectorContext
  readonly stepProcesses: StepProcesses
}

/** Changes of a table at a destination, by which it gets the columns of its stream. */
export const targetChangeHandlers = ({ contextFor, ...deps }: Deps) =>
  ({
    changeTarget: async ({ member, params, body: { entity, statement }, request }) => {
      const wanted = { flowId: params['flowId'] ?? '', entity, statement }
      return targetChangeToWire(await changeTarget(deps, member, wanted, contextFor(request)))
    },
  }) satisfies Partial<Handlers>

const targetChangeToWire = ({ target, statement, columns }: TargetChange) => ({
  target,
  statement,
  columns: columns.map(({ name, targetType: type, notes }) =>
    defined({ name, type, change: notes.includes('added') ? 'added' : 'widened' }),
  ),
})
