import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ChangeSink, LoggedRow } from '../../../ports/change-source.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { TYPES } from './fields/field-layout.ts'
import { parsePlace } from './log-place.ts'
import { LogReader } from './log-reader.ts'
import { LogTables } from './log-tables.ts'
import { PreparedTransactions } from './prepared-transactions.ts'

const UUID = '3e11fa47-71ca-11e1-9e33-c80aa9429562'
const TIME = 1_700_000_000

const byte = (...values: readonly number[]) => Buffer.from(values)
const int = (value: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntLE(value, 0, length)
  return bytes
}
const long = (value: number) => Buffer.concat([int(value, 6), int(0, 2)])
const text = (value: string) => Buffer.concat([byte(value.length), Buffer.from(value)])

/** An event with its checksum, as a server sends it; inside of a payload it has none. */
function event(type: number, body: Buffer, { isInner = false, end = 0 } = {}): Buffer {
  const size = 19 + body.length + (isInner ? 0 : 4)
  const whole = Buffer.concat([int(TIME, 4), byte(type), int(7, 4), int(size, 4), int(end, 4), int(0, 2), body])
  return isInner ? whole : Buffer.concat([whole, int(zlib.crc32(whole), 4)])
}

const description = () => {
  const body = Buffer.concat([int(4, 2), Buffer.alloc(50), int(0, 4), byte(19), Buffer.alloc(40), byte(1)])
  return event(15, body)
}
const gtid = (number: number) => {
  const uuid = Buffer.from(UUID.replaceAll('-', ''), 'hex')
  return event(33, Buffer.concat([byte(0), uuid, long(number), byte(2), long(0), long(0), int(5_000_000, 6), byte(0)]))
}
const query = (statement: string, options = {}) =>
  event(2, Buffer.concat([Buffer.alloc(8), byte(4), int(0, 2), int(0, 2), Buffer.from('shop\0'), Buffer.from(statement)]), options) // biome-ignore format: one event
const xid = (options = {}) => event(16, long(1), options)

/** Of the table `shop.t (id int, a varchar(20))`. */
const map = (options = {}) =>
  event(
    19,
    Buffer.concat([int(9, 6), int(1, 2), text('shop'), byte(0), text('t'), byte(0), byte(2), byte(TYPES.LONG, TYPES.VARCHAR), byte(2), int(80, 2), byte(0)]), // biome-ignore format: one event
    options,
  )
const fields = (id: number, a: string) => Buffer.concat([byte(0), int(id, 4), text(a)])
const head = (columns: Buffer) => Buffer.concat([int(9, 6), int(1, 2), int(2, 2), byte(2), columns])
const inserted = (id: number, a: string, options = {}) =>
  event(30, Buffer.concat([head(byte(0xff)), fields(id, a)]), options)

const shown = ({ bytes, start, end }: LoggedRow) => bytes.toString('latin1', start, end)

function read(from: string, events: readonly Buffer[]) {
  const told: string[] = []
  const sink: ChangeSink = {
    begin: (id) => told.push(`begin ${id}`),
    insert: (_, row) => told.push(`insert ${shown(row)}`),
    update: (_, row, before) => told.push(`update ${before ? `${shown(before)} to ` : ''}${shown(row)}`),
    delete: (_, row) => told.push(`delete ${shown(row)}`),
    truncate: () => told.push('truncate'),
    altered: ({ added = [] }) => told.push(`altered ${added.map(({ name, value }) => `${name} ${value}`)}`),
    commit: (place) => told.push(`commit ${place}`),
    quiet: (place) => told.push(`quiet ${place}`),
    refused: (entity, { code }) => told.push(`refused ${entity} ${code}`),
  }
  const column = { decode: undefined, words: [], mayBeLeftOut: true, isGenerated: false }
  const followed = {
    entity: 'shop.t',
    name: { database: 'shop', name: 't' },
    wanted: { columns: ['id', 'a'], key: ['id'] },
    columns: [
      { ...column, name: 'id', type: 'int', field: { type: 'int', value: valueTypeOf('int') } },
      { ...column, name: 'a', type: 'varchar(20)', field: { type: 'varchar(20)', value: valueTypeOf('varchar(20)') } },
    ],
    isForMysql: false,
  }
  const reader = new LogReader({
    place: parsePlace(from),
    tables: new LogTables([followed], (name) => name),
    prepared: new PreparedTransactions(),
    sink,
    isMariaDb: false,
  })
  for (const bytes of [description(), ...events]) {
    const around = Buffer.concat([Buffer.alloc(3, 9), bytes, Buffer.alloc(3, 9)])
    reader.read(around, 3, 3 + bytes.length)
  }
  return told
}

const INNER = { isInner: true }

const FROM = `server ${UUID}:1-5:8-9`

describe('the log of MySQL', () => {
  it('has transactions with rows, and each counts when it is complete', () => {
    const told = read(FROM, [
      gtid(6),
      query('BEGIN'),
      map(),
      inserted(1, 'one'),
      inserted(-1 >>> 0, 'tab\there'),
      xid(),
    ])
    expect(told).toEqual([`begin ${UUID}:6`, 'insert 1\tone', 'insert -1\ttab\\there', `commit server ${UUID}:1-6:8-9`])
  })

  it('does not have twice what the destination has, and fills holes', () => {
    const one = (number: number) => [gtid(number), query('BEGIN'), map(), inserted(number, 'x'), xid()]
    const told = read(FROM, [...one(8), ...one(7), ...one(10)])
    expect(told.filter((line) => !line.startsWith('begin'))).toEqual([
      'insert 7\tx',
      `commit server ${UUID}:1-5:7-9`,
      'insert 10\tx',
      `commit server ${UUID}:1-5:7-10`,
    ])
  })

  it.each([
    ['as it is', 255, (plain: Buffer) => plain],
    ['compressed', 0, zlib.zstdCompressSync as ((plain: Buffer) => Buffer) | undefined],
  ])('may have a whole transaction in one event, %s', (_, kind, pack) => {
    // Node has it since 22.15; before, the log is refused with that reason.
    const plain = Buffer.concat([query('BEGIN', INNER), map(INNER), inserted(3, 'zip', INNER), xid(INNER)])
    const packed = pack?.(plain) ?? plain
    const long = (length: number) => Buffer.concat([byte(3, 0xfc), int(length, 2)])
    const compression = kind === 0 ? byte(1, 0) : byte(3, 0xfc, kind, 0)
    const body = [byte(2), compression, byte(3), long(plain.length), byte(1), long(packed.length), byte(0), packed]
    const reading = () => read(FROM, [gtid(6), event(40, Buffer.concat(body))])
    if (pack) expect(reading()).toEqual([`begin ${UUID}:6`, 'insert 3\tzip', `commit server ${UUID}:1-6:8-9`])
    else expect(reading).toThrow('binlog_transaction_compression')
  })

  it('may have changed values only', () => {
    const changed = event(31, Buffer.concat([head(byte(1)), byte(2), byte(0), int(4, 4), byte(0), text('new')]))
    const moved = event(31, Buffer.concat([head(byte(1)), byte(1), byte(0), int(4, 4), byte(0), int(5, 4)]))
    const gone = event(32, Buffer.concat([head(byte(1)), byte(0), int(5, 4)]))
    const told = read(FROM, [gtid(6), query('BEGIN'), map(), changed, moved, gone, xid()])
    expect(told.slice(1, 4)).toEqual(['update 4\tnew', 'update 4\t\\N to 5\t\\N', 'delete 5\t\\N'])
  })

  it('refuses a table of whose documents only parts are there, and goes on', () => {
    const parts = event(39, Buffer.concat([head(byte(0xff)), byte(0xff)]))
    const told = read(FROM, [
      gtid(6),
      query('BEGIN'),
      map(),
      parts,
      inserted(1, 'x'),
      xid(),
      gtid(7),
      query('TRUNCATE t'),
    ])
    expect(told).toEqual(['refused shop.t NOT_SUPPORTED', `quiet server ${UUID}:1-6:8-9`])
  })

  it('has prepared transactions at their end, or never', () => {
    const prepare = (number: number, id: string) => [
      gtid(number),
      query(`XA START X'${id}',X'',1`),
      map(),
      inserted(number, id),
      query(`XA END X'${id}',X'',1`),
      event(38, Buffer.concat([byte(0), int(1, 4), int(1, 4), int(0, 4), Buffer.from(id, 'hex')])),
    ]
    const told = read(FROM, [
      ...prepare(6, '61'),
      ...prepare(7, '62'),
      gtid(10),
      query(`XA ROLLBACK X'61',X'',1`),
      gtid(11),
      query(`XA COMMIT X'62',X'',1`),
    ])
    expect(told.filter((line) => !line.startsWith('quiet'))).toEqual([
      `begin ${UUID}:11`,
      'insert 7\t62',
      `commit server ${UUID}:1-11`,
    ])
    // Until then reading would begin before them again.
    expect(told[0]).toBe(`quiet server ${UUID}:1-6:8-9 ${UUID}:1-5:8-9`)
  })

  it('may be larger than 4 GB, where the places of its events begin again', () => {
    const told = read(FROM, [
      gtid(6),
      query('BEGIN', { end: 0xffff_ff00 }),
      map({ end: 0xffff_ffe0 }),
      inserted(1, 'before', { end: 0xffff_ffff }),
      map({ end: 12 }),
      inserted(2, 'behind', { end: 60 }),
      xid({ end: 91 }),
    ])
    expect(told).toEqual([`begin ${UUID}:6`, 'insert 1\tbefore', 'insert 2\tbehind', `commit server ${UUID}:1-6:8-9`])
  })

  it('may have transactions with a tag', () => {
    const id = [
      0xee, 0x81, 2, 0xc1, 2, 1, 3, 0x41, 3, 0x81, 3, 0xc1, 3, 0xc5, 3, 0x22, 0x22, 0xee, 0xfd, 3, 0xee, 0xfd, 3, 0xee,
      0xfd, 3,
    ]
    const head = byte(2, 0x81, 1, 0x12, 0, 2, 2, ...id, 4, 0xd9, 3, 6, 6)
    const rest = byte(8, 0, 10, 4, 12, 0x7f, 0x39, 0x7d, 0x89, 0x70, 0xdb, 0x2d, 6, 14, 0)
    const tagged = event(42, Buffer.concat([head, Buffer.from('job'), rest]))
    const told = read(`${FROM},77a0b0c0-d0e0-f0f1-1111-77ff77ff77ff:job:1-122`, [
      tagged,
      query('BEGIN'),
      map(),
      inserted(1, 'x'),
      xid(),
    ])
    expect(told).toEqual([
      'begin 77a0b0c0-d0e0-f0f1-1111-77ff77ff77ff:job:123',
      'insert 1\tx',
      `commit ${FROM},77a0b0c0-d0e0-f0f1-1111-77ff77ff77ff:job:1-123`,
    ])
  })

  it('must name its transactions', () => {
    expect(() => read(FROM, [event(34, Buffer.alloc(42))])).toThrow('without a global id')
  })

  it('must be undamaged', () => {
    const bytes = inserted(1, 'one')
    bytes[30] = (bytes[30] ?? 0) ^ 1
    expect(() => read(FROM, [gtid(6), query('BEGIN'), map(), bytes])).toThrow('no answer of MySQL')
    expect(() => read(FROM, [inserted(1, 'x')])).toThrow('no answer of MySQL')
    expect(() => read(FROM, [gtid(6), query('BEGIN'), inserted(1, 'x')])).toThrow('no answer of MySQL')
  })
})
