import { CONNECTION_TYPES, type ConnectionType } from '../../../src/core/catalog/connections/connection-types.ts'
import { CONNECTORS } from '../../../src/engine/connectors/registry.ts'
import type { Case } from './case.ts'
import { CONNECTION_CASES } from './connection-cases.ts'
import { DESTINATION_CASES } from './destination-cases.ts'
import { type CaseName, NOT_SUPPORTED } from './not-supported.ts'
import { SOURCE_CASES } from './source-cases.ts'

type Role = 'connection' | 'source' | 'destination'

const CASES = { connection: CONNECTION_CASES, source: SOURCE_CASES, destination: DESTINATION_CASES } as const

interface Cell {
  readonly type: ConnectionType
  readonly role: Role
  readonly name: CaseName
  readonly title: string
  /** How it is tried, if the connector is to do it. */
  readonly tried: Case<never>['try'] | undefined
  /** Why not, otherwise. */
  readonly reason: string | undefined
}

/** Every case with every connector of the registry: either it is tried, or it says why not. */
export const MATRIX: readonly Cell[] = (Object.keys(CONNECTORS) as ConnectionType[]).flatMap((type) =>
  (Object.keys(CASES) as Role[]).flatMap((role) =>
    Object.entries<Case<never>>(CASES[role]).map(([key, { title, try: tried }]): Cell => {
      const name = key as CaseName
      const reason = withoutRole(type, role) ?? NOT_SUPPORTED[type][name]
      return { type, role, name, title, reason, tried: reason === undefined ? tried : undefined }
    }),
  ),
)

function withoutRole(type: ConnectionType, role: Role): string | undefined {
  const { capability } = CONNECTION_TYPES[type]
  return role === 'connection' || capability === 'both' || capability === role ? undefined : `A ${capability} only.`
}
