import { notationOf as sharedNotationOf } from '../../../formats/common-text/cell-number.ts'
import { type Cell, type CellNotation, type CellSums, type KeyDigest, NO_VALUE, P } from '../../../ports/key-digest.ts'
import { doubleCases, rowNumber } from '../../shared/cell-sums.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { moneyNumber } from '../schema/money.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

/** A hash as SQL: of a text, and of bytes, a number of 32 bits. */
interface Hash {
  readonly ofText: (text: string) => string
  readonly ofBytes: (bytes: string) => string
}

/** For two servers of Postgres, whose databases have the same encoding. */
const OWN_HASH = 'postgres-text'

const ownHash = (text: string) => `(pg_catalog.hashtextextended((${text}) COLLATE "C", 0) & 4294967295)`

const ofEach = (ofBytes: Hash['ofBytes']): Hash => ({
  ofText: (text) => ofBytes(`pg_catalog.convert_to(${text}, 'UTF8')`),
  ofBytes,
})

const HASHES: Readonly<Record<string, Hash>> = {
  [OWN_HASH]: { ofText: ownHash, ofBytes: (bytes) => ownHash(`pg_catalog.encode(${bytes}, 'hex')`) },
  crc32c: ofEach((bytes) => `pg_catalog.crc32c(${bytes})`),
  crc32: ofEach((bytes) => `pg_catalog.crc32(${bytes})`),
  sha256: ofEach(
    (bytes) =>
      `('x' || pg_catalog.encode(pg_catalog.substr(pg_catalog.sha256(${bytes}), 1, 4), 'hex'))::bit(32)::bigint`,
  ),
}

/** Before, the microseconds of a moment were computed in floating point. */
const FIRST_EXACT = 14

/** CRCs have been there since. */
const FIRST_WITH_CRC = 18

/** Its texts have no encoding that could be converted. */
const NO_ENCODING = 'SQL_ASCII'

/** Types that two servers show as the same text, as elements of an array, too. */
const OWN =
  /^(smallint|integer|bigint|oid|boolean|real|double precision|numeric|money|text|character varying|character|bpchar|date|time|timestamp|interval|uuid|json|jsonb|xml|inet|cidr|macaddr|bit varying|bit)\b/

/** What a server can sum of the values of columns with these types, in the notation of `format_type`. */
export function cellSumsOf(
  types: readonly string[],
  { major, currency }: Pick<PostgresSession, 'major' | 'currency'>,
  encoding: string,
): CellSums | undefined {
  if (major < FIRST_EXACT || encoding === NO_ENCODING) return undefined
  const cells = types.map((type) => {
    const notation = notationOf(type)
    return notation && { notation, type: type === 'money' ? `money ${currency.digits}` : type }
  })
  const shared = [...(major >= FIRST_WITH_CRC ? ['crc32c', 'crc32'] : []), 'sha256']
  return { hashes: [`${OWN_HASH}/${encoding}`, ...shared], cells }
}

function notationOf(type: string): CellNotation | undefined {
  const own = OWN.test(type) ? (`own ${type}` as const) : undefined
  // As text, it loses its blanks at the end.
  if (/^(character(\(|$)|bpchar\b)/.test(type)) return own
  return sharedNotationOf(valueTypeOf(type)) ?? own
}

/** The SQL of the number of one cell. Values that no other system has, such as infinity, count as absent. */
function cellNumber(name: string, { notation, type }: Cell, { ofText, ofBytes }: Hash): string {
  const own = quoteIdentifier(name)
  switch (notation) {
    case 'whole':
      return type === 'boolean' ? `${own}::int` : `${own}::bigint % ${P}`
    case 'day':
      return `CASE WHEN pg_catalog.isfinite(${own}) THEN ${own} - '0001-01-01'::date + 366 END`
    case 'moment':
      return momentNumber(own)
    case 'decimal': {
      const [, digits] = /^money (\d+)$/.exec(type) ?? []
      const number = digits === undefined ? own : moneyNumber(own, Number(digits))
      return ofText(`pg_catalog.trim_scale(${number}::numeric)::text`)
    }
    case 'double':
      return doubleNumber(own, ofText)
    case 'bytes':
      return ofBytes(own)
    case 'filled text':
      return ofText(`NULLIF(${own}::text COLLATE "C", '')`)
    default:
      return ofText(`${own}::text`)
  }
}

/**
 * The microseconds since 1970 of the last years that Postgres has are more than a bigint can hold, and Postgres rounds their seconds; those since
 * 2000 are not.
 */
function momentNumber(own: string): string {
  const since2000 = `EXTRACT(epoch FROM ${own} - '2000-01-01') * 1000000 + 946684800000000`
  return `CASE WHEN NOT pg_catalog.isfinite(${own}) THEN NULL
    WHEN ${own} < '290000-01-01' THEN (EXTRACT(epoch FROM ${own}) * 1000000)::bigint % ${P} ELSE ((${since2000}) % ${P})::bigint END`
}

/** See `doubleCases`. */
function doubleNumber(own: string, ofText: Hash['ofText']): string {
  const digits = `pg_catalog.translate(pg_catalog.split_part(${own}::text, 'e', 1), '.-', '')`
  return doubleCases(own, {
    plain: ofText(`${own}::text`),
    digits: ofText(`pg_catalog.btrim(${digits}, '0')`),
    whole: `${own}::bigint % ${P}`,
  })
}

/** The SQL of a sum of the values of all these columns. @returns nothing if the digest sums no cells */
export function cellSum({ name, columns, cells }: KeyDigest): string | undefined {
  const hash = HASHES[name.replace(/\/.*/, '')]
  if (!cells || !hash) return undefined
  const numbers = cells.map((cell, at) => `COALESCE(${cellNumber(columns[at] ?? '', cell, hash)}, ${NO_VALUE})`)
  return `pg_catalog.sum(${rowNumber(numbers, (of, by) => `${of} % ${by}`)})`
}
