/** A value of Thrift's compact protocol, which Parquet uses for its metadata. Source: thrift.apache.org, "Thrift Compact protocol encoding". */
export interface ThriftValue {
  /** Its number in the protocol. */
  readonly type: number
  readonly bytes: Buffer
}

/** @param value at least 0, a safe integer */
export function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return Buffer.from([...bytes, rest])
}

/** Zigzag encoding; no value here is negative. */
const zigzag = (value: number) => varint(value * 2)

export const bool = (value: boolean): ThriftValue => ({ type: value ? 1 : 2, bytes: Buffer.alloc(0) })

/** @param value at least 0 */
export const int32 = (value: number): ThriftValue => ({ type: 5, bytes: zigzag(value) })

/** @param value at least 0, a safe integer */
export const int64 = (value: number): ThriftValue => ({ type: 6, bytes: zigzag(value) })

export function text(value: string): ThriftValue {
  const bytes = Buffer.from(value)
  return { type: 8, bytes: Buffer.concat([varint(bytes.length), bytes]) }
}

/** @param values of one type */
export function list(values: readonly ThriftValue[]): ThriftValue {
  const type = values[0]?.type ?? STRUCT
  const { length } = values
  const header = length < 15 ? Buffer.from([(length << 4) | type]) : Buffer.from([0xf0 | type, ...varint(length)])
  return { type: 9, bytes: Buffer.concat([header, ...values.map(({ bytes }) => bytes)]) }
}

const STRUCT = 12

/** @param fields by their numbers; neighbours are at most 15 apart */
export function struct(fields: Readonly<Record<number, ThriftValue | undefined>>): ThriftValue {
  const parts: Buffer[] = []
  let before = 0
  for (const [id, value] of Object.entries(fields)) {
    if (value === undefined) continue
    parts.push(Buffer.from([((Number(id) - before) << 4) | value.type]), value.bytes)
    before = Number(id)
  }
  return { type: STRUCT, bytes: Buffer.concat([...parts, Buffer.from([0])]) }
}
