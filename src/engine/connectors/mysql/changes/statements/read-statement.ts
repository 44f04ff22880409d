import type { TableName } from '../../schema/table-name.ts'

/** What a statement in the log means for tables. */
export type LoggedStatement =
  | { readonly kind: 'begin' | 'commit' | 'rollback' | 'other' }
  | { readonly kind: 'xa'; readonly does: 'start' | 'commit' | 'rollback'; readonly xid: string }
  /** Its rows are not in the log, only its text. */
  | { readonly kind: 'rows as text' }
  | { readonly kind: 'truncate'; readonly tables: readonly TableName[] }
  /** The rows, or what they are called, may be others now. @see isHarmless */
  | { readonly kind: 'changed'; readonly tables: readonly TableName[]; readonly clauses?: readonly string[] }
  /** Tables that are gone under these names, and others that have them now. */
  | { readonly kind: 'renamed'; readonly gone: readonly TableName[]; readonly come: readonly TableName[] }
  | { readonly kind: 'dropped database'; readonly database: string }

/** A name as statements have it. */
export const NAME = String.raw`(?:\x60(?:[^\x60]|\x60\x60)+\x60|"(?:[^"]|"")+"|[\w$\u0080-\uffff]+)`
const TABLE = String.raw`(${NAME}(?:\s*\.\s*${NAME})?)`
const QUOTED = String.raw`'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S]|"")*"|\x60(?:[^\x60]|\x60\x60)*\x60`
const TABLE_TEXT = new RegExp(TABLE, 'uy')

const OTHER: LoggedStatement = { kind: 'other' }

/** Reads only as much of a statement as tells which tables it concerns. @param database in which names without one are */
export function readStatement(text: string, database: string): LoggedStatement {
  const plain = withoutComments(text).replace(SETTINGS, '')
  const first = /^\w+/.exec(plain)?.[0]?.toUpperCase() ?? ''
  const boundary = BOUNDARIES[first]
  if (boundary) return { kind: boundary }
  if (first === 'XA') return transactionOf(plain)
  if (ROWS_AS_TEXT.includes(first)) return { kind: 'rows as text' }
  return DEFINITIONS[first]?.(plain, database) ?? OTHER
}

const BOUNDARIES: Readonly<Record<string, 'begin' | 'commit' | 'rollback'>> = {
  BEGIN: 'begin',
  COMMIT: 'commit',
  ROLLBACK: 'rollback',
}

const ROWS_AS_TEXT: readonly string[] = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE', 'LOAD', 'CALL', 'WITH']

type Definition = (plain: string, database: string) => LoggedStatement

const pattern = (text: string) => new RegExp(`^${text}`, 'iu')

const TRUNCATE = pattern(String.raw`TRUNCATE\s+(?:TABLE\s+)?${TABLE}`)
const WAIT = String.raw`\s+(?:NOWAIT|WAIT\s+\d+)\b`
const ALTER = pattern(
  String.raw`ALTER\s+((?:(?:ONLINE|OFFLINE|IGNORE)\s+)*)TABLE\s+(?:IF\s+EXISTS\s+)?${TABLE}(?:${WAIT})?`,
)
/** Of MariaDB: settings for one statement. */
const SETTINGS = pattern(String.raw`SET\s+STATEMENT\s(?:${QUOTED}|[^'"\x60])*?\sFOR\s+`)
/** Of a partition whose rows go to another table, or come from there. */
const OTHER_TABLE = new RegExp(String.raw`\b(?:WITH|TO|CONVERT)\s+TABLE\s+${TABLE}`, 'giu')
const RENAME = pattern(String.raw`RENAME\s+TABLES?\s+(?:IF\s+EXISTS\s+)?`)
const DROP_DATABASE = pattern(String.raw`DROP\s+(?:DATABASE|SCHEMA)\s+(?:IF\s+EXISTS\s+)?(${NAME})`)
const DROP = pattern(String.raw`DROP\s+TABLES?\s+(?:IF\s+EXISTS\s+)?`)
const CREATE = pattern(String.raw`CREATE\s+(?:OR\s+REPLACE\s+)?TABLE\s+(?!IF\s)${TABLE}`)

const RENAMED = new RegExp(String.raw`(?:${WAIT})?\s+TO\b`, 'gi')

const tablesOf = (list: string, database: string): readonly TableName[] =>
  namesIn(list).map((name) => tableOf(name, database))

const DEFINITIONS: Readonly<Record<string, Definition>> = {
  TRUNCATE: (plain, database) => {
    const match = TRUNCATE.exec(plain)
    return match ? { kind: 'truncate', tables: [tableOf(match[1] ?? '', database)] } : OTHER
  },
  ALTER: (plain, database) => {
    const match = ALTER.exec(plain)
    if (!match) return OTHER
    const [head, how = '', name = ''] = match
    const rest = plain.slice(head.length)
    const others = [...rest.matchAll(OTHER_TABLE)].map(([, other = '']) => tableOf(other, database))
    const tables = [tableOf(name, database), ...others]
    // IGNORE drops rows; and a backslash in a text means one thing or another, as the session that wrote it wants.
    const isClear = !/\bIGNORE\b/i.test(how) && !rest.includes('\\')
    return isClear ? { kind: 'changed', tables, clauses: clausesOf(rest) } : { kind: 'changed', tables }
  },
  RENAME: (plain, database) => {
    const [head] = RENAME.exec(plain) ?? []
    if (head === undefined) return OTHER
    const names = tablesOf(plain.slice(head.length).replace(RENAMED, ','), database)
    const come = names.filter((_, at) => at % 2 === 1)
    const hasCome = (table: TableName) =>
      come.some(({ database: place, name }) => place === table.database && name === table.name)
    return { kind: 'renamed', gone: names.filter((table) => !hasCome(table)), come }
  },
  DROP: (plain, database) => {
    const whole = DROP_DATABASE.exec(plain)
    if (whole) return { kind: 'dropped database', database: bare(whole[1] ?? '') }
    const [head] = DROP.exec(plain) ?? []
    const gone = tablesOf(plain.slice(head?.length), database)
    return head === undefined ? OTHER : { kind: 'renamed', gone, come: [] }
  },
  CREATE: (plain, database) => {
    const match = CREATE.exec(plain)
    return match ? { kind: 'changed', tables: [tableOf(match[1] ?? '', database)] } : OTHER
  },
}

/** The id as servers write it: `X'6162',X'',1`. */
export const xidText = (format: number, global: Buffer, branch: Buffer): string =>
  `X'${global.toString('hex')}',X'${branch.toString('hex')}',${format}`

function transactionOf(plain: string): LoggedStatement {
  const match = /^XA\s+(START|BEGIN|COMMIT|ROLLBACK)\s+X'([0-9a-f]*)'\s*,\s*X'([0-9a-f]*)'\s*,\s*(\d+)/i.exec(plain)
  if (!match) return OTHER
  const [, does = '', global = '', branch = '', format = ''] = match
  const xid = xidText(Number(format), Buffer.from(global, 'hex'), Buffer.from(branch, 'hex'))
  const what = does.toLowerCase()
  return { kind: 'xa', does: what === 'commit' || what === 'rollback' ? what : 'start', xid }
}

const COMMENTS = new RegExp(String.raw`${QUOTED}|/\*(M?!\d*)?([\s\S]*?)\*/|--(?=\s|$)[^\n]*|#[^\n]*`, 'g')

/** Comments for a version are part of the statement; what looks like one within a text is none. */
const withoutComments = (text: string): string =>
  text
    .replace(COMMENTS, (token, version: string | undefined, inner: string | undefined) => {
      if (/^['"\x60]/.test(token)) return token
      return version === undefined ? ' ' : (inner ?? '')
    })
    .trim()

/** The names of a list, until something else follows. */
function namesIn(list: string): readonly string[] {
  const names: string[] = []
  let at = 0
  for (;;) {
    TABLE_TEXT.lastIndex = at + (/^[\s,]*/.exec(list.slice(at))?.[0].length ?? 0)
    const match = TABLE_TEXT.exec(list)
    if (!match) return names
    names.push(match[0])
    at = TABLE_TEXT.lastIndex
    if (!/^\s*,/.test(list.slice(at))) return names
  }
}

function tableOf(name: string, database: string): TableName {
  const parts = name.match(new RegExp(NAME, 'gu')) ?? []
  const [first = '', second] = parts.map(bare)
  return second === undefined ? { database, name: first } : { database: first, name: second }
}

const bare = (name: string): string => {
  const quote = name[0]
  if (quote !== '`' && quote !== '"') return name
  return name.slice(1, -1).replaceAll(quote + quote, quote)
}

const TOKENS = new RegExp(`${QUOTED}|[(),]`, 'g')

/** The parts of an ALTER TABLE, which commas divide outside of texts and brackets. */
function clausesOf(text: string): readonly string[] {
  const clauses: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else if (token === ',' && depth === 0) {
      clauses.push(text.slice(from, index).trim())
      from = index + 1
    }
  }
  return [...clauses, text.slice(from).trim()]
}

const HARMLESS =
  /^(?:ADD\s+(?:(?:UNIQUE|FULLTEXT|SPATIAL)\b|INDEX\b|KEY\b|CONSTRAINT\b|FOREIGN\s+KEY\b|CHECK\b)|DROP\s+(?:INDEX|KEY|FOREIGN\s+KEY|CONSTRAINT|CHECK)\b|RENAME\s+(?:INDEX|KEY)\b|ALTER\s+(?:INDEX|KEY|CHECK)\b|ALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DEFAULT|DROP\s+DEFAULT)\b|(?:DISABLE|ENABLE)\s+KEYS\b|FORCE\b|ENGINE\s*=?\s*(?:InnoDB|Aria|MyISAM|RocksDB)\b|(?:COMMENT|AUTO_INCREMENT|ROW_FORMAT|STATS_\w+|ALGORITHM|LOCK|KEY_BLOCK_SIZE|CHECKSUM|PACK_KEYS|AVG_ROW_LENGTH|MAX_ROWS|MIN_ROWS|DELAY_KEY_WRITE)\b)/i

const COLUMN = new RegExp(String.raw`^(ADD|DROP)\s+(?:COLUMN\s+)?(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(${NAME})(?:\s|$)`, 'iu')

/** Stands alone; rows go to other partitions, and stay what they are. */
const REPARTITIONED =
  /^(?:(?:ADD|COALESCE|REORGANIZE|REBUILD|OPTIMIZE|ANALYZE|CHECK)\s+PARTITION\b|PARTITION\s+BY\b|REMOVE\s+PARTITIONING\b)/i

/** Whether the rows of a table are the same after an ALTER TABLE, except for columns that it adds or drops one by one. */
export const isHarmless = (clauses: readonly string[] | undefined): boolean => {
  if (REPARTITIONED.test(clauses?.[0] ?? '')) return true
  return clauses?.every((clause) => HARMLESS.test(clause) || isColumn(COLUMN.exec(clause)?.[2])) ?? false
}

const isColumn = (name: string | undefined) =>
  name !== undefined && !/^(?:PRIMARY|PARTITION|PERIOD|SYSTEM)$/i.test(name)

const MOVES_ROWS =
  /^(?:(?:DROP|TRUNCATE|EXCHANGE|CONVERT|DISCARD|IMPORT)\s+(?:PARTITION|TABLE|TABLESPACE)\b|RENAME\s+(?!COLUMN\b|INDEX\b|KEY\b))/i

/** Whether an ALTER TABLE takes rows from a table, gives it those of others, or gives it another name. */
export const movesRows = (clauses: readonly string[] | undefined): boolean =>
  clauses?.some((clause) => MOVES_ROWS.test(clause)) ?? false

/** Whether an ALTER TABLE changes the key of a table. */
export const changesKey = (clauses: readonly string[] | undefined): boolean =>
  clauses?.some((clause) => /^(?:ADD|DROP)\s+PRIMARY\b/i.test(clause)) ?? false

/** The columns that an ALTER TABLE adds or drops one by one, without those that the server computes. */
export const columnsIn = (clauses: readonly string[] | undefined, verb: 'ADD' | 'DROP'): readonly string[] =>
  (clauses ?? []).flatMap((clause) =>
    verb === 'ADD' ? (addedColumn(clause)?.name ?? []) : (droppedColumn(clause) ?? []),
  )

/** @returns the column that a clause adds, and how it is described; nothing if the server computes it */
export function addedColumn(clause: string): { readonly name: string; readonly rest: string } | undefined {
  const [head = '', does = '', name = ''] = HARMLESS.test(clause) ? [] : (COLUMN.exec(clause) ?? [])
  if (does.toUpperCase() !== 'ADD' || COMPUTED.test(clause.replace(TEXTS, ''))) return undefined
  return { name: bare(name), rest: clause.slice(head.length).trim() }
}

const droppedColumn = (clause: string): string | undefined => {
  const [, does = '', name = ''] = HARMLESS.test(clause) ? [] : (COLUMN.exec(clause) ?? [])
  return does.toUpperCase() === 'DROP' ? bare(name) : undefined
}

const COMPUTED = /\bAS\s*\(/i

const TEXTS = /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"/gs

/** Whether a text has this name, as a word of its own. */
export const mentions = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$])${name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)}(?![\w$])`, 'iu').test(text)
