import { MalformedAnswer } from './malformed-answer.ts'

/** Types in the protocol whose binary form is not a length-encoded text. Source: MySQL, "Binary Protocol Resultset", "Binary Protocol Value". */
export const INTEGER_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 4, 8: 8, 9: 4, 13: 2 }
export const FLOAT_BYTES: Readonly<Record<number, number>> = { 4: 4, 5: 8 }
export const isDecimal = (type: number) => type === 0 || type === 246
export const isDate = (type: number) => type === 10 || type === 14
export const isMoment = (type: number) => type === 7 || type === 12
export const isTime = (type: number) => type === 11
/** VARCHAR, BIT, VECTOR, JSON, ENUM, SET, the BLOBs, VAR_STRING, STRING and GEOMETRY. */
export const isText = (type: number) =>
  type === 15 || type === 16 || type === 242 || type === 245 || (type >= 247 && type <= 255)

const UNSIGNED_FLAG = 0x20

/** The type of a column as the server describes it. */
export interface ColumnType {
  readonly type: number
  readonly isUnsigned: boolean
}

/** The last bytes of a definition: character set, length, type, flags, decimals and a filler. */
const TYPE_BYTES = 12

/** Reads it from the end of a column definition, because servers differ in the part before. @throws MalformedAnswer */
export function columnTypeOf(bytes: Buffer, start: number, end: number): ColumnType {
  if (end - start < TYPE_BYTES) throw new MalformedAnswer()
  return { type: bytes[end - 6] ?? -1, isUnsigned: (bytes.readUInt16LE(end - 5) & UNSIGNED_FLAG) !== 0 }
}
