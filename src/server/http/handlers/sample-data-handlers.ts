import type { ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import { readStandIns, removeStandIns } from '../../domain/stand-ins/remove-stand-ins.ts'
import type { StandIns } from '../../domain/stand-ins/stand-ins.ts'
import type { Database } from '../../store/database/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly standIns: StandIns | undefined
}

/** What there is to try the product with. */
export const sampleDataHandlers = ({ standIns, ...deps }: Deps) =>
  ({
    listStandIns: async ({ member: { organizationId } }) => ({
      types: standIns ? standIns.types.map((type) => offerOf(type, standIns)) : [],
      ...(await readStandIns(deps.database, organizationId)),
    }),

    removeStandIns: async ({ member }) => {
      await removeStandIns({ ...deps, standIns }, member)
      return undefined
    },
  }) satisfies Partial<Handlers>

function offerOf(type: ConnectionType, standIns: StandIns) {
  const problem = standIns.problemOf(type)
  return { type, ...defined({ problem: problem && inEnglish(problem), sentence: problem }) }
}
