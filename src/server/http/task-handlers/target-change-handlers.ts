import { defined } from '../../../core/catalog/defined.ts'
import { changeTarget, type TargetChange } from '../../domain/flows/change-target.ts'
import type { TaskHandlers } from '../task-call.ts'
import type { TaskDeps } from './task-deps.ts'

/** Changes of a table at a destination, by which it gets the columns of its stream. */
export const targetChangeHandlers = ({ contextFor, ...deps }: TaskDeps) =>
  ({
    changeTarget: async ({ member, params, body: { entity, again, statement }, signal }) => {
      const wanted = { flowId: params['flowId'] ?? '', entity, statement, ...defined({ again }) }
      return targetChangeToWire(await changeTarget(deps, member, wanted, contextFor(signal)))
    },
  }) satisfies Partial<TaskHandlers>

const targetChangeToWire = ({ target, statement, columns }: TargetChange) => ({
  target,
  statement,
  columns: columns.map(({ name, targetType: type, notes }) =>
    defined({ name, type, change: notes.includes('added') ? 'added' : 'widened' }),
  ),
})
