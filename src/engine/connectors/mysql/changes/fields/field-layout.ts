/** Where a field of a row ends: as many bytes, or as many as a number of `prefix` bytes before it says. */
export interface FieldLayout {
  readonly prefix: 0 | 1 | 2 | 3 | 4
  readonly size: number
}

const fixed = (size: number): FieldLayout => ({ prefix: 0, size })
const after = (prefix: FieldLayout['prefix']): FieldLayout => ({ prefix, size: 0 })

/** The types of the protocol. Source: MySQL, "Column Types"; MariaDB adds its compressed ones. */
export const TYPES = {
  TINY: 1,
  SHORT: 2,
  LONG: 3,
  FLOAT: 4,
  DOUBLE: 5,
  TIMESTAMP: 7,
  LONGLONG: 8,
  INT24: 9,
  DATE: 10,
  TIME: 11,
  DATETIME: 12,
  YEAR: 13,
  NEWDATE: 14,
  VARCHAR: 15,
  BIT: 16,
  TIMESTAMP2: 17,
  DATETIME2: 18,
  TIME2: 19,
  BLOB_COMPRESSED: 140,
  VARCHAR_COMPRESSED: 141,
  VECTOR: 242,
  JSON: 245,
  NEWDECIMAL: 246,
  ENUM: 247,
  SET: 248,
  BLOB: 252,
  VAR_STRING: 253,
  STRING: 254,
  GEOMETRY: 255,
} as const

const FIXED: Readonly<Record<number, number>> = {
  [TYPES.TINY]: 1,
  [TYPES.SHORT]: 2,
  [TYPES.LONG]: 4,
  [TYPES.FLOAT]: 4,
  [TYPES.DOUBLE]: 8,
  [TYPES.TIMESTAMP]: 4,
  [TYPES.LONGLONG]: 8,
  [TYPES.INT24]: 3,
  [TYPES.DATE]: 3,
  [TYPES.TIME]: 3,
  [TYPES.DATETIME]: 8,
  [TYPES.YEAR]: 1,
  [TYPES.NEWDATE]: 3,
}

/** Types of which the table map has one byte of metadata, or two. */
const ONE_BYTE: readonly number[] = [
  TYPES.FLOAT,
  TYPES.DOUBLE,
  TYPES.TIMESTAMP2,
  TYPES.DATETIME2,
  TYPES.TIME2,
  TYPES.BLOB_COMPRESSED,
  TYPES.VECTOR,
  TYPES.JSON,
  TYPES.BLOB,
  TYPES.GEOMETRY,
]
const TWO_BYTES: readonly number[] = [
  TYPES.VARCHAR,
  TYPES.BIT,
  TYPES.VARCHAR_COMPRESSED,
  TYPES.NEWDECIMAL,
  TYPES.ENUM,
  TYPES.SET,
  TYPES.VAR_STRING,
  TYPES.STRING,
]

/** Bytes of metadata that the table map has of a type. */
export const metadataBytes = (type: number): number => (TWO_BYTES.includes(type) ? 2 : ONE_BYTE.includes(type) ? 1 : 0)

/** Fixed strings hide the type of enums and sets, and two bits of a length beyond a byte. Source: MySQL, `Field_string::do_save_field_metadata` */
export function stringType(first: number, second: number): { readonly type: number; readonly length: number } {
  if (first === TYPES.ENUM || first === TYPES.SET) return { type: first, length: second }
  return { type: TYPES.STRING, length: (((first & 0x30) ^ 0x30) << 4) | second }
}

/** Bytes of the digits that are not a whole group of nine. Source: MySQL, `decimal2bin` */
const DIGIT_BYTES = [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]

export const decimalBytes = (digits: number): number => Math.floor(digits / 9) * 4 + (DIGIT_BYTES[digits % 9] ?? 0)

type Layout = (first: number, second: number) => FieldLayout | undefined

const words: Layout = (first, second) => after((second << 8) + first > 255 ? 2 : 1)

const large: Layout = (first) => (first >= 1 && first <= 4 ? after(first as FieldLayout['prefix']) : undefined)

const moment =
  (size: number): Layout =>
  (digits) =>
    fixed(size + ((digits + 1) >> 1))

const string: Layout = (first, second) => {
  const { type, length } = stringType(first, second)
  if (type !== TYPES.STRING) return fixed(length)
  return after(length > 255 ? 2 : 1)
}

const LAYOUTS: Readonly<Record<number, Layout>> = {
  [TYPES.VARCHAR]: words,
  [TYPES.VAR_STRING]: words,
  [TYPES.VARCHAR_COMPRESSED]: words,
  [TYPES.BIT]: (bits, bytes) => fixed(bytes + (bits > 0 ? 1 : 0)),
  [TYPES.TIMESTAMP2]: moment(4),
  [TYPES.DATETIME2]: moment(5),
  [TYPES.TIME2]: moment(3),
  [TYPES.NEWDECIMAL]: (precision, scale) => fixed(decimalBytes(precision - scale) + decimalBytes(scale)),
  [TYPES.BLOB]: large,
  [TYPES.BLOB_COMPRESSED]: large,
  [TYPES.VECTOR]: large,
  [TYPES.JSON]: large,
  [TYPES.GEOMETRY]: large,
  [TYPES.STRING]: string,
  [TYPES.ENUM]: string,
  [TYPES.SET]: string,
}

/** @param first, second of the metadata. @returns nothing for a type that nobody knows */
export function layoutOf(type: number, first: number, second: number): FieldLayout | undefined {
  const size = FIXED[type]
  return size === undefined ? LAYOUTS[type]?.(first, second) : fixed(size)
}
