import { readFileSync } from 'node:fs'

import { postgresConnector } from '../../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../../src/engine/move/move.ts'
import { makeDialler } from '../../../src/engine/net/dialler.ts'
import { afterRanges } from './after-ranges.ts'
import type { DeadlyMove } from './die-after-ranges.ts'

const { source, destination, entity, ranges, fence, after } = JSON.parse(readFileSync(0, 'utf8')) as DeadlyMove
await move({
  source: { connector: postgresConnector, endpoint: source },
  destination: { connector: afterRanges(after, () => process.kill(process.pid, 'SIGKILL')), endpoint: destination },
  streams: [{ entity, target: entity, mode: 'replace' }],
  fence: { ...fence, epoch: BigInt(fence.epoch) },
  ranges,
  context: {
    signal: new AbortController().signal,
    dialler: makeDialler({ allowPrivate: true }),
    vendors: { addresses: {} },
  },
  onEvent: () => {},
})
