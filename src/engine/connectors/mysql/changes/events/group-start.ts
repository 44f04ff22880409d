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
  const uuid = uuidOf(event.part(16))
  const number = event.long()
  let committedAt: number | undefined
  if (event.left >= BETWEEN + 7) {
    event.skip(BETWEEN)
    // The highest bit says that the time at the first server follows.
    const [low, high] = [event.number(4), event.number(3)]
    committedAt = ((high & 0x7fffff) * 2 ** 32 + low) / 1000
  }
  return { gtid: `${uuid}:${number}`, isStatement: undefined, xid: undefined, committedAt }
}

function uuidOf(bytes: Buffer): string {
  const id = bytes.toString('hex')
  return [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join('-')
}

/** Fields by their numbers, each before its value. Those behind the time, and others that come in later versions, are not read. */
const [FLAGS, UUID, NUMBER, TAG, LAST_COMMITTED, SEQUENCE, COMMITTED_AT] = [0n, 1n, 2n, 3n, 4n, 5n, 6n]

/** Of a transaction with a tag, from 8.3 on. Source: MySQL, "Gtid_tagged_log_event", "Library: Serialization" */
export function readTaggedGtid(event: EventBytes): GroupStart {
  // The version, the length, and the last field that a reader has to know.
  for (let head = 0; head < 3; head++) event.varied()
  const found: { uuid: string; number: bigint; tag: string; committedAt?: number } = { uuid: '', number: 0n, tag: '' }
  const reading = new Map<bigint, () => void>([
    [FLAGS, () => event.varied()],
    [UUID, () => (found.uuid = uuidOf(Buffer.from(Array.from({ length: 16 }, () => Number(event.varied())))))],
    // The lowest bit is the sign.
    [NUMBER, () => (found.number = event.varied() >> 1n)],
    [TAG, () => (found.tag = event.text(Number(event.varied())))],
    [LAST_COMMITTED, () => event.varied()],
    [SEQUENCE, () => event.varied()],
    [COMMITTED_AT, () => (found.committedAt = Number(event.varied()) / 1000)],
  ])
  while (event.left > 0 && found.committedAt === undefined) {
    const read = reading.get(event.varied())
    if (!read) break
    read()
  }
  const { uuid, number, tag, committedAt } = found
  const server = tag === '' ? uuid : `${uuid}:${tag}`
  return { gtid: `${server}:${number}`, isStatement: undefined, xid: undefined, committedAt }
}
