import { expect, it } from 'vitest'
import { ServerError } from '../driver/raw-exchange.ts'
import { logError } from './log-gap.ts'

const FATAL = 1236

it.each([
  [
    'A slave with the same server_uuid/server_id as this slave has connected to the master; the first event ...',
    'LOG_BUSY',
  ],
  [
    'A replica with the same server_uuid/server_id as this replica has connected to the source; the first event ...',
    'LOG_BUSY',
  ],
  [
    'Could not find GTID state requested by slave in any binlog files. Probably the slave state is too old and required binlog files have been purged.',
    'LOG_GAP',
  ],
  [
    'Cannot replicate because the source purged required binary logs. Replicate the missing transactions from elsewhere, or provision a new replica from backup.',
    'LOG_GAP',
  ],
  [
    "Slave has more GTIDs than the master has, using the master's SERVER_UUID. This may indicate that the end of the binary log was truncated",
    'LOG_GAP',
  ],
  ["Error: connecting slave requested to start from GTID 0-1-9, which is not in the master's binlog", 'LOG_GAP'],
])('a server that says "%s" is understood', (said, code) => {
  expect(logError(new ServerError(FATAL, said))).toMatchObject({ problem: { code } })
})

it('another reason of a server stays as it is', () => {
  const error = new ServerError(
    FATAL,
    'log event entry exceeded max_allowed_packet; Increase max_allowed_packet on source',
  )
  expect(logError(error)).toBe(error)
})
