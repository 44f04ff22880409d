import zlib from 'node:zlib'
import { sentence } from '../../../../../core/catalog/sentence.ts'
import { requireRowMemory } from '../../../../formats/row-memory.ts'
import { ConnectorError } from '../../../../ports/connector.ts'
import { MalformedAnswer } from '../../driver/malformed-answer.ts'
import { EventBytes } from './event-bytes.ts'

/**
 * The rest of an event of MariaDB: a byte that says how many bytes its length has, the length, the highest byte first, and the bytes.
 * Source: MariaDB, `log_event.cc`, `binlog_buf_compress`
 */
export function decompressed(event: EventBytes): Buffer {
  const head = event.byte()
  const size = head & 7
  if ((head & 0xf0) !== 0x80 || size === 0 || size > 4) throw new MalformedAnswer()
  const length = event.part(size).readUIntBE(0, size)
  requireRowMemory(length)
  const bytes = zlib.inflateSync(event.part(event.left), { maxOutputLength: Math.max(1, length) })
  if (bytes.length !== length) throw new MalformedAnswer()
  return bytes
}

const END_MARK = 0
const COMPRESSION = 2
const LENGTH = 3
const ZSTD = 0
const PLAIN = 255

/** The events of a whole transaction of MySQL, which stand in one. Source: MySQL, "Transaction_payload_event" */
export function transactionPayload(event: EventBytes): Buffer {
  let compression = PLAIN
  let length = 0
  for (;;) {
    const kind = event.packed()
    if (kind === END_MARK) break
    const field = new EventBytes(event.bytes, event.skip(event.packed()), event.at)
    if (kind === COMPRESSION) compression = field.packed()
    else if (kind === LENGTH) length = field.packed()
  }
  const rest = event.part(event.left)
  if (compression === PLAIN) return rest
  if (compression !== ZSTD) throw new MalformedAnswer()
  requireRowMemory(length)
  // Node has it since 22.15.
  if (typeof zlib.zstdDecompressSync !== 'function') throw withoutZstd()
  const bytes = zlib.zstdDecompressSync(rest, { maxOutputLength: Math.max(1, length) })
  if (bytes.length !== length) throw new MalformedAnswer()
  return bytes
}

const withoutZstd = () =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`The log of the source is compressed (binlog_transaction_compression), which this version of Node cannot read.`,
    hint: sentence`Execute at the source: SET GLOBAL binlog_transaction_compression = OFF, or run Millrace with Node 22.15 or newer.`,
  })
