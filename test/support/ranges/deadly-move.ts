import { readFileSync } from 'node:fs'

import { mysqlConnector } from '../../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../../src/engine/move/move.ts'
import { makeDialler } from '../../../src/engine/net/dialler.ts'
import type { Endpoint } from '../../../src/engine/ports/connector.ts'
import { afterRanges } from './after-ranges.ts'
import type { DeadlyMove } from './die-after-ranges.ts'

const {
  source,
  destination,
  entity,
  target = entity,
  ranges,
  fence,
  after,
} = JSON.parse(readFileSync(0, 'utf8')) as DeadlyMove
const connectorOf = ({ integration }: Endpoint) => (integration === 'mysql' ? mysqlConnector : postgresConnector)
const dying = afterRanges(after, () => process.kill(process.pid, 'SIGKILL'), connectorOf(destination))
await move({
  source: { connector: connectorOf(source), endpoint: source },
  destination: { connector: dying, endpoint: destination },
  streams: [{ entity, target, mode: 'replace' }],
  fence: { ...fence, epoch: BigInt(fence.epoch) },
  ranges,
  context: {
    signal: new AbortController().signal,
    dialler: makeDialler({ allowPrivate: true }),
    vendors: { addresses: {} },
  },
  onEvent: () => {},
})
