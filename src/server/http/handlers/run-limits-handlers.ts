import { changeRunLimits, readRunLimits } from '../../domain/runs/run-limits.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
}

export const runLimitsHandlers = ({ database }: Deps) =>
  ({
    getRunLimits: ({ member: { organizationId } }) => limitsToWire(database, organizationId),

    updateRunLimits: async ({ member, body: { active = null, waiting = null } }) => {
      await changeRunLimits(database, member, { active, waiting })
      return limitsToWire(database, member.organizationId)
    },
  }) satisfies Partial<Handlers>

async function limitsToWire(database: Database, organizationId: string) {
  const { active, waiting, own_active, own_waiting, is_shared, present, workerClasses } = await readRunLimits(
    database,
    organizationId,
  )
  return {
    active: own_active,
    waiting: own_waiting,
    allowed: { active, waiting },
    present,
    shared: is_shared,
    worker_classes: workerClasses,
  }
}
