import { xidText } from '../statements/read-statement.ts'
import type { EventBytes } from './event-bytes.ts'

/** Flags of MariaDB's global ids. Source: MariaDB, "GTID_EVENT" */
const [STANDALONE, GROUP_COMMIT, PREPARED_XA, COMPLETED_XA] = [1, 2, 64, 128]

export interface GroupStart {
  readonly gtid: string
  readonly isStatement: boolean | undefined
  readonly xid: string | undefined
  readonly committedAt: number | undefined
}

export function readMariadbGtid(event: EventBytes, server: number): GroupStart {
  const number = event.long()
  const domain = event.number(4)
  const flags = event.byte()
  if (flags & GROUP_COMMIT) event.skip(8)
  const xid = flags & (PREPARED_XA | COMPLETED_XA) ? readXid(event) : undefined
  return {
    gtid: `${domain}-${server}-${number}`,
    isStatement: (flags & STANDALONE) !== 0,
    xid: flags & PREPARED_XA ? xid : undefined,
    committedAt: undefined,
  }
}

function readXid(event: EventBytes): string {
  const format = event.number(4)
  const [global, branch] = [event.byte(), event.byte()]
  return xidText(format, event.part(global), event.part(branch))
}

/** Bytes between the number and the time of the commit: a kind, and two numbers for appliers. */
const BETWEEN = 17

/** Source: MySQL, "Gtid_event" */
export function readMysqlGtid(event: EventBytes): GroupStart {
  event.skip(1)
  const id = event.part(16).toString('hex')
  const number = event.long()
  const uuid = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-')
  let committedAt: number | undefined
  if (event.left >= BETWEEN + 7) {
    event.skip(BETWEEN)
    // The highest bit says that the time at the first server follows.
    const [low, high] = [event.number(4), event.number(3)]
    committedAt = ((high & 0x7fffff) * 2 ** 32 + low) / 1000
  }
  return { gtid: `${uuid}:${number}`, isStatement: undefined, xid: undefined, committedAt }
}
