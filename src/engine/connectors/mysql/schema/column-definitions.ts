import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { isMysqlSince8, type MysqlSession, type ServerFacts } from '../driver/mysql-session.ts'
import { BYTES_PER_CHARACTER, columnTypeFor } from './column-type-for.ts'
import { quoteIdentifier } from './quote-identifier.ts'

/** In characters. */
const LONGEST_NAME = 64

/** The longest index of InnoDB in its default row format, in bytes. */
export const LONGEST_INDEX = 3072

/** The maximum size of a row in bytes, minus a reserve for the server's own data. Source: MySQL, "Limits on Table Column Count and Row Size". */
const LONGEST_ROW = 60_000

/** What of a row must be in its page of InnoDB, minus a reserve. Source: MariaDB, "Troubleshooting Row Size Too Large Errors with InnoDB". */
const LONGEST_IN_PAGE = 8_000

/**
 * A type from another server is put into our SQL only in a form that we know. A question mark in a list may stand for a character that the catalogue
 * cannot show.
 */
const KNOWN_TYPE =
  /^[a-z0-9_]+(\((\d+(,\d+)?|'([^'\\?]|'')*'(,'([^'\\?]|'')*')*)\))?( unsigned)?( zerofill)?( collate [a-z0-9_]+)?$/is

/** The column definitions of a new table. @param isOwn whether the type is a MySQL type. @param ofTable the collation of columns that say none */
export async function columnDefinitions(
  session: MysqlSession,
  columns: readonly SourceColumn[],
  isOwn: (column: SourceColumn) => boolean,
  key: readonly string[],
  ofTable?: string,
): Promise<readonly string[]> {
  const { isMariaDb } = session.facts
  const shares = keyShares(
    columns.filter(({ name }) => key.includes(name)),
    isMariaDb,
  )
  const binary = binaryCollation(session.facts)
  const types: string[] = []
  for (const column of columns) {
    const isKey = key.includes(column.name)
    const keyBytes = shares.get(column.name)
    const own = keepsType(column, isOwn, isKey, isMariaDb)
      ? await withKnownCollation(session, column.type.replace(/^geomcollection\b/, 'geometrycollection'), binary)
      : columnTypeFor(column.value, defined({ isMariaDb, keyBytes }))
    types.push(/^(varchar|longtext)\b/.test(own) && !own.includes(' collate ') ? `${own} collate ${binary}` : own)
  }
  const mayBeText = columns.map((column) => !key.includes(column.name) && !isOwn(column))
  const short = shortened(types, mayBeText, {
    longest: LONGEST_ROW,
    bytesOf: (type) => longestValue(type) ?? BYTES_IN_ROW,
  })
  const fitting = isMariaDb ? shortened(short, mayBeText, { longest: LONGEST_IN_PAGE, bytesOf: bytesInPage }) : short
  return columns.map(({ name, nullable }, index) => {
    const isNotNull = !nullable || key.includes(name)
    // Without this keyword a TIMESTAMP would be NOT NULL and change automatically on older servers.
    // MySQL writes down a collation that was said, although the table has the same.
    const type = (fitting[index] ?? '').replace(/ collate (\w+)$/, (collations, collation) =>
      collation === ofTable ? '' : collations,
    )
    return `${quoteIdentifier(name)} ${type} ${isNotNull ? 'NOT NULL' : 'NULL DEFAULT NULL'}`
  })
}

/** With as many of the short types as a row can have; the rest are stored beside it. */
function shortened(
  types: readonly string[],
  mayBeText: readonly boolean[],
  { longest, bytesOf }: { readonly longest: number; bytesOf(type: string): number },
): readonly string[] {
  const textOf = (type: string) => type.replace(/^varchar\(\d+\)/, 'longtext').replace(/^varbinary\(\d+\)/, 'longblob')
  let bytes = types.reduce((sum, type, at) => sum + bytesOf(mayBeText[at] ? textOf(type) : type), 0)
  return types.map((type, at) => {
    const more = mayBeText[at] ? bytesOf(type) - bytesOf(textOf(type)) : 0
    if (bytes + more > longest && more > 0) return textOf(type)
    bytes += more
    return type
  })
}

/** Of MariaDB: a text of up to 255 bytes is never stored beside its row, and of a longer one only its address is in the page. */
function bytesInPage(type: string): number {
  const longest = longestValue(type)
  if (longest !== undefined && longest < 256) return longest + 1
  const [, name = ''] = /^(\w+)/.exec(type) ?? []
  return SIZES[name] ?? ADDRESS
}

const ADDRESS = 21
const SIZES: Readonly<Record<string, number>> = {
  tinyint: 1,
  smallint: 2,
  mediumint: 3,
  int: 4,
  bigint: 8,
  float: 4,
  double: 8,
  date: 3,
  time: 6,
  datetime: 8,
  // Of the most digits; a shorter one counts as more than it has.
  decimal: 30,
}

/** Types that only one kind of server has, in every version that we know. */
const FOREIGN = { mariaDb: /^vector\b/, mysql: /^(uuid|inet4|inet6)\b/ }

/** A MySQL type is kept, unless the server does not have it, or an index would need its length. */
const keepsType = (
  column: SourceColumn,
  isOwn: (column: SourceColumn) => boolean,
  isKey: boolean,
  isMariaDb: boolean,
): boolean =>
  isOwn(column) &&
  KNOWN_TYPE.test(column.type) &&
  !FOREIGN[isMariaDb ? 'mariaDb' : 'mysql'].test(column.type) &&
  !(isKey && /^(tiny|medium|long)?(text|blob)\b/.test(column.type))

/** The bytes that a value uses in its row if it is stored beside the row, or has no length. */
const BYTES_IN_ROW = 12

/** The most bytes of an index that a column other than text uses: DECIMAL(65,30). Source: MySQL, "Data Type Storage Requirements". */
export const FIXED_BYTES = 30

/** How many bytes of the longest index each key column may use: short ones what they need, long ones equal parts of the rest. */
function keyShares(columns: readonly SourceColumn[], isMariaDb: boolean): ReadonlyMap<string, number> {
  const wanted = columns
    .map(({ name, value }) => ({
      name,
      bytes: longestValue(columnTypeFor(value, { isMariaDb, keyBytes: LONGEST_INDEX })) ?? FIXED_BYTES,
    }))
    .sort((one, other) => one.bytes - other.bytes)
  const shares = new Map<string, number>()
  let left = LONGEST_INDEX
  for (const [at, { name, bytes }] of wanted.entries()) {
    const share = Math.min(bytes, Math.floor(left / (wanted.length - at)))
    shares.set(name, share)
    left -= share
  }
  return shares
}

/** The most bytes that a value of a type with a length uses; nothing for other types. */
export function longestValue(type: string): number | undefined {
  const [, name, length] = /^(varchar|varbinary)\((\d+)\)/.exec(type) ?? []
  if (length === undefined) return undefined
  return Number(length) * (name === 'varchar' ? BYTES_PER_CHARACTER : 1)
}

/** Distinguishes all texts, as other systems do: case, accents and spaces at the end. */
function binaryCollation(facts: ServerFacts): string {
  if (facts.isMariaDb) return 'utf8mb4_nopad_bin'
  return isMysqlSince8(facts) ? 'utf8mb4_0900_bin' : 'utf8mb4_bin'
}

/** The collation of a new table: that of most of its columns, as it probably is at the source, or the usual one. Absent: the server chooses. */
export async function tableCollation(
  session: MysqlSession,
  columns: readonly SourceColumn[],
): Promise<string | undefined> {
  const collations = columns.flatMap(({ type }) => / collate (\w+)$/.exec(type)?.[1] ?? [])
  const [limit] = [...Map.groupBy(collations, (name) => name)].sort(([, one], [, other]) => other.length - one.length)
  return limit && (await isKnownCollation(session, limit[0])) ? limit[0] : usualCollation(session.facts)
}

/** The collation that a new table has for the character set utf8mb4. Absent: an older server may have another. */
const usualCollation = (facts: ServerFacts): string | undefined =>
  isMysqlSince8(facts) ? 'utf8mb4_0900_ai_ci' : undefined

/** A cache of server queries, because many tables have the same few. */
const KNOWN_COLLATIONS = new WeakMap<MysqlSession, Map<string, boolean>>()

/** The two kinds of servers do not know each other's newer collations. */
async function withKnownCollation(session: MysqlSession, type: string, fallback: string): Promise<string> {
  const collation = / collate (\w+)$/.exec(type)?.[1]
  if (collation === undefined) return type
  return (await isKnownCollation(session, collation)) ? type : type.replace(/ collate \w+$/, ` collate ${fallback}`)
}

async function isKnownCollation(session: MysqlSession, collation: string): Promise<boolean> {
  const known = KNOWN_COLLATIONS.get(session) ?? new Map<string, boolean>()
  KNOWN_COLLATIONS.set(session, known)
  const charset = collation.split('_')[0] ?? ''
  const isKnown =
    known.get(collation) ??
    (await session.query(`SELECT CONVERT('' USING ${charset}) COLLATE ${collation}`).then(
      () => true,
      () => false,
    ))
  known.set(collation, isKnown)
  return isKnown
}

/** InnoDB needs them for itself, in any case. Source: `dict_col_name_is_reserved` of InnoDB, and MySQL, "InnoDB Full-Text Indexes". */
const OF_INNODB = /^(db_row_id|db_trx_id|db_roll_ptr|fts_doc_id)$/i

/** @param names of columns that the server would create. @throws ConnectorError */
export function refuseReservedNames(names: readonly string[]): void {
  const reserved = names.filter((name) => OF_INNODB.test(name))
  if (reserved.length === 0) return
  throw new ConnectorError({
    code: 'NAME_NOT_POSSIBLE',
    message: sentence`MySQL needs these names for columns of its own: ${reserved.join(', ')}.`,
    hint: sentence`Rename the columns with a transformation (rename).`,
  })
}

/** @throws ConnectorError with all names that MySQL does not allow */
export function refuseNames(names: readonly string[]): void {
  const impossible = names.filter(
    (name) =>
      [...name].length > LONGEST_NAME || name.endsWith(' ') || /[\u{10000}-\u{10ffff}]/u.test(name) || name === '',
  )
  if (impossible.length > 0) {
    throw new ConnectorError({
      code: 'NAME_NOT_POSSIBLE',
      message: sentence`MySQL cannot have these names, which are longer than ${LONGEST_NAME} characters, end with a space or hold an emoji: ${impossible.map((name) => `"${name}"`).join(', ')}.`,
      hint: sentence`Rename the columns, or choose another target.`,
    })
  }
  const seen = new Set<string>()
  const twice = names.filter((name) => seen.size === seen.add(name.toLowerCase()).size)
  if (twice.length === 0) return
  throw new ConnectorError({
    code: 'NAME_CONFLICT',
    message: sentence`MySQL does not distinguish upper and lower case in column names; these occur twice: ${twice.join(', ')}.`,
    hint: sentence`Rename one of them, or leave it out.`,
  })
}
