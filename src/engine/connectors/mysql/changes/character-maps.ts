import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'

/** Turns bytes in a character set into UTF-8. @throws ConnectorError for a code that Unicode does not have */
export type Decode = (bytes: Buffer, from: number, to: number) => Buffer

/** Sets whose bytes are UTF-8 already. */
const PLAIN: readonly string[] = ['utf8mb4', 'utf8mb3', 'utf8', 'ascii']

type Bounds = readonly [first: number, last: number]

/** The first and the second bytes of sets with codes of two bytes. Source: MySQL, `strings/ctype-*.c` */
const PAIRS: Readonly<Record<string, { readonly lead: readonly Bounds[]; readonly trail: readonly Bounds[] }>> = {
  sjis: { lead: [[0x81, 0x9f], [0xe0, 0xfc]], trail: [[0x40, 0x7e], [0x80, 0xfc]] }, // biome-ignore format: a table
  cp932: { lead: [[0x81, 0x9f], [0xe0, 0xfc]], trail: [[0x40, 0x7e], [0x80, 0xfc]] }, // biome-ignore format: a table
  gbk: { lead: [[0x81, 0xfe]], trail: [[0x40, 0x7e], [0x80, 0xfe]] }, // biome-ignore format: a table
  big5: { lead: [[0xa1, 0xf9]], trail: [[0x40, 0x7e], [0xa1, 0xfe]] }, // biome-ignore format: a table
  euckr: { lead: [[0x81, 0xfe]], trail: [[0x41, 0x5a], [0x61, 0x7a], [0x81, 0xfe]] }, // biome-ignore format: a table
  gb2312: { lead: [[0xa1, 0xf7]], trail: [[0xa1, 0xfe]] },
}

/** Sets whose codes can be read here: those of one byte, of two, and the forms of Unicode. */
export const isReadableSet = (name: string, longest: number): boolean =>
  PLAIN.includes(name) || name in UNICODE || name in PAIRS || longest === 1

/** @returns how texts of the set are read; nothing if they are UTF-8. The server itself says what each code is. */
export async function decoderOf(session: MysqlSession, name: string): Promise<Decode | undefined> {
  if (PLAIN.includes(name)) return undefined
  const unicode = UNICODE[name]
  if (unicode) return unicode
  const singles = await askSingles(session, name)
  const pairs = PAIRS[name] ? await askPairs(session, name) : undefined
  return (bytes, from, to) => {
    const parts: Buffer[] = []
    for (let at = from; at < to; ) {
      const first = bytes[at] as number
      const single = singles[first]
      const pair = pairs?.get(first)
      const code = pair && at + 1 < to ? pair.get(bytes[at + 1] as number) : single
      if (!code) throw notInUnicode(bytes.toString('hex', from, to))
      parts.push(code)
      at += pair ? 2 : 1
    }
    return Buffer.concat(parts)
  }
}

const bytesOf = (bounds: readonly Bounds[]): readonly number[] =>
  bounds.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))

const hexOf = (...bytes: readonly number[]) => Buffer.from(bytes).toString('hex')

/** What the server makes of a code that it does not know. */
const QUESTION = 0x3f

async function askSingles(session: MysqlSession, name: string): Promise<readonly (Buffer | undefined)[]> {
  const lead = new Set(bytesOf(PAIRS[name]?.lead ?? []))
  const bytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !lead.has(byte))
  const texts = bytes.map((byte) => `HEX(CONVERT(CONVERT(x'${hexOf(byte)}' USING ${name}) USING utf8mb4)) AS c${byte}`)
  const [row = {}] = await session.query(`SELECT ${texts.join(', ')}`)
  return Array.from({ length: 256 }, (_, byte) => {
    const code = Buffer.from(row[`c${byte}`] ?? '', 'hex')
    return code.length === 0 || (code[0] === QUESTION && byte !== QUESTION) ? undefined : code
  })
}

/** All codes with one first byte in one text, with lines between them. */
async function askPairs(
  session: MysqlSession,
  name: string,
): Promise<ReadonlyMap<number, ReadonlyMap<number, Buffer>>> {
  const { lead = [], trail = [] } = PAIRS[name] ?? {}
  const seconds = bytesOf(trail)
  const texts = bytesOf(lead).map((first) => {
    const all = seconds.map((second) => hexOf(first, second)).join('0a')
    return `HEX(CONVERT(CONVERT(x'${all}' USING ${name}) USING utf8mb4)) AS c${first}`
  })
  const [row = {}] = await session.query(`SELECT ${texts.join(', ')}`)
  return new Map(
    bytesOf(lead).map((first) => {
      const codes = Buffer.from(row[`c${first}`] ?? '', 'hex')
        .toString('utf8')
        .split('\n')
      const known = codes.flatMap((code, index) =>
        code.startsWith('?') || code === '' ? [] : [[seconds[index] ?? 0, Buffer.from(code)] as const],
      )
      return [first, new Map(known)]
    }),
  )
}

const UNICODE: Readonly<Record<string, Decode>> = {
  utf16: (bytes, from, to) => Buffer.from(swapped(bytes, from, to).toString('utf16le')),
  ucs2: (bytes, from, to) => Buffer.from(swapped(bytes, from, to).toString('utf16le')),
  utf16le: (bytes, from, to) => Buffer.from(bytes.toString('utf16le', from, to)),
  utf32: (bytes, from, to) => {
    const codes = Array.from({ length: (to - from) >> 2 }, (_, index) => bytes.readUInt32BE(from + index * 4))
    return Buffer.from(codes.map((code) => String.fromCodePoint(code)).join(''))
  },
}

const swapped = (bytes: Buffer, from: number, to: number): Buffer => Buffer.from(bytes.subarray(from, to)).swap16()

const notInUnicode = (digits: string) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: sentence`The bytes 0x${digits.slice(0, 60)} hold a code of the column's character set that Unicode does not have.`,
    hint: sentence`Correct the value at the source, leave the column out, or move it to a MySQL column of the same character set.`,
  })
