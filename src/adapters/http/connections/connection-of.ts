import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { ConnectionResponse } from '../../../contract/connections.ts'
import type { Connection } from '../../../core/connections/connection.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'

export const connectionOf = (row: CamelCased<ConnectionResponse>): Connection => ({
  capability: connectionTypeOf(row.type).capability,
  config: {},
  ...row,
})
