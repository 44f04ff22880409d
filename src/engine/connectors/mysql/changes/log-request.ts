import { randomInt, randomUUID } from 'node:crypto'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'
import type { GtidSet } from './gtid-set.ts'

const DUMP = 0x12
const DUMP_GTID = 0x1e
const THROUGH_GTID = 0x04

/** How often a server without changes says that it is there. */
const HEARTBEAT_NS = 1_000_000_000

/** Of a log, the place behind its mark. */
const FIRST_PLACE = 4

/** Servers in use have small numbers. */
const FIRST_ID = 2 ** 31
const LAST_ID = 2 ** 32 - 2

/** Prepares a session for the log after these transactions. @returns the command that begins it. @throws the server's own errors */
export async function requestLog(session: MysqlSession, from: GtidSet): Promise<Buffer> {
  // A reader with the number of another one would end that one.
  const id = randomInt(FIRST_ID, LAST_ID)
  await session.query('SET @master_binlog_checksum = @@global.binlog_checksum')
  await session.query(`SET @master_heartbeat_period = ${HEARTBEAT_NS}`)
  if (session.facts.isMariaDb) {
    await session.query(
      `SET @mariadb_slave_capability = 4, @slave_gtid_strict_mode = 0, @slave_gtid_ignore_duplicates = 0`,
    )
    await session.query(`SET @slave_connect_state = ${quoteLiteral(from.toString())}`)
    return dumpCommand(id)
  }
  await session.query('SET @source_binlog_checksum = @@global.binlog_checksum')
  await session.query(`SET @source_heartbeat_period = ${HEARTBEAT_NS}`)
  const uuid = quoteLiteral(randomUUID())
  await session.query(`SET @slave_uuid = ${uuid}, @replica_uuid = ${uuid}`)
  return dumpGtidCommand(id, from)
}

/** Source: MySQL, "COM_BINLOG_DUMP" */
function dumpCommand(id: number): Buffer {
  const command = Buffer.alloc(11)
  command[0] = DUMP
  command.writeUInt32LE(FIRST_PLACE, 1)
  command.writeUInt32LE(id, 7)
  return command
}

/** Source: MySQL, "COM_BINLOG_DUMP_GTID" */
export function dumpGtidCommand(id: number, from: GtidSet): Buffer {
  const set = encodedSet(from)
  const head = Buffer.alloc(23)
  head[0] = DUMP_GTID
  head.writeUInt16LE(THROUGH_GTID, 1)
  head.writeUInt32LE(id, 3)
  head.writeBigUInt64LE(BigInt(FIRST_PLACE), 11)
  head.writeUInt32LE(set.length, 19)
  return Buffer.concat([head, set])
}

/** Each server with its ranges, of which the end is outside. With tags the number of servers stands between two marks. Source: MySQL, `Gtid_set::encode` */
function encodedSet({ ranges }: GtidSet): Buffer {
  const hasTags = [...ranges.keys()].some((key) => key.includes(':'))
  const count = BigInt(ranges.size)
  const parts = [long(hasTags ? (TAGGED << 56n) | (count << 8n) | TAGGED : count)]
  for (const [key, own] of ranges) {
    const [uuid = '', tag = ''] = key.split(':')
    parts.push(Buffer.from(uuid.replaceAll('-', ''), 'hex'))
    // The length of a tag is at most 32.
    if (hasTags) parts.push(Buffer.from([tag.length << 1]), Buffer.from(tag))
    parts.push(long(BigInt(own.length)))
    for (const [first, last] of own) parts.push(long(BigInt(first)), long(BigInt(last) + 1n))
  }
  return Buffer.concat(parts)
}

const TAGGED = 1n

function long(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
