import { linesIn, textIn } from '../transformations/transformation-settings.ts'
import type { TransformationType } from '../transformations/transformation-types.ts'

/** What of a flow decides which columns it masks. */
export interface MaskingFlow {
  /** None means every table of the source. */
  readonly streams: readonly { readonly entity: string }[]
  readonly steps: readonly MaskingStep[]
  /** The connection that it reads. */
  readonly source: string
}

interface MaskingStep {
  readonly type: TransformationType
  /** Absent: for every stream. */
  readonly stream?: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
}

interface SourceColumn {
  readonly entity: string
  readonly column: string
}

/** Columns of tables, without the case of their names. */
export interface MaskedColumns {
  has(column: SourceColumn): boolean
  /** Whether any column of the source is masked. */
  readonly hasAny: boolean
}

/** For values of which nobody says from where they come. */
export const EVERY_SOURCE = '*'

/** Stands for every table, in a flow that names none. */
const EVERY_TABLE = '*'

/** Stands for every column, where SQL takes columns without their names. */
const EVERY_COLUMN = '*'

/**
 * The columns that some flow masks, in whichever connection a table of that name is; and within `sources`, the connections to one database, in
 * every table, because a view or a copy shows the values of a masked table under another name. What a masked column is made from counts, too; in
 * doubt, because SQL is in between, every name of the SQL does, and every column if the SQL takes some without their names.
 */
export function maskedColumns(
  flows: readonly MaskingFlow[],
  sources: readonly string[] | typeof EVERY_SOURCE,
): MaskedColumns {
  const isHere = ({ source }: MaskingFlow) => sources === EVERY_SOURCE || sources.includes(source)
  const found = new Set(
    flows.flatMap((flow) => {
      const isInAll = isHere(flow)
      return maskedBy(flow).map(({ entity, column }) => keyOf({ entity: isInAll ? EVERY_TABLE : entity, column }))
    }),
  )
  return {
    hasAny: flows.some((flow) => isHere(flow) && maskedBy(flow).length > 0),
    has: ({ entity, column }) =>
      [entity, EVERY_TABLE].some((table) =>
        [column, EVERY_COLUMN].some((name) => found.has(keyOf({ entity: table, column: name }))),
      ),
  }
}

const keyOf = ({ entity, column }: SourceColumn): string =>
  JSON.stringify([entity, column].map((name) => name.toLowerCase()))

function maskedBy({ streams, steps }: MaskingFlow): readonly SourceColumn[] {
  const tables = streams.length > 0 ? streams.map(({ entity }) => entity) : [EVERY_TABLE]
  return steps.flatMap(({ type, stream, settings }, index) => {
    if (type !== 'mask') return []
    const names = linesIn(settings, 'columns').flatMap(({ column }) => column ?? [])
    return (stream === undefined ? tables : [stream]).flatMap((entity) => {
      const before = steps.slice(0, index).filter((step) => appliesTo(step, entity))
      return sourcesOf(names, before.reverse(), entity)
    })
  })
}

const appliesTo = ({ stream }: MaskingStep, entity: string): boolean =>
  stream === undefined || stream === entity || entity === EVERY_TABLE

/** From which columns of the source these are made. @param steps before them, the last one first */
function sourcesOf(names: readonly string[], steps: readonly MaskingStep[], entity: string): readonly SourceColumn[] {
  const joined: SourceColumn[] = []
  let own: ReadonlySet<string> = new Set(names)
  for (const step of steps) {
    if (step.type === 'join')
      joined.push(...[...own].map((column) => ({ entity: textIn(step.settings, 'stream'), column })))
    own = new Set([...own].flatMap((column) => namesBefore(step, column)))
  }
  return [...[...own].map((column) => ({ entity, column })), ...joined]
}

/** The names that a column may have had before a step. */
function namesBefore({ type, settings }: MaskingStep, column: string): readonly string[] {
  const lines = (cell: string, setting = 'columns') =>
    linesIn(settings, setting).filter((line) => isSame(line[cell], column))
  switch (type) {
    case 'rename':
      return [...lines('to').flatMap((line) => line['column'] ?? []), column]
    case 'compute':
      return [...lines('name').flatMap((line) => namesBehind(line['expression'] ?? '', PICKS_UNNAMED)), column]
    case 'aggregate':
      return [...lines('name', 'measures').flatMap((line) => line['column'] ?? []), column]
    case 'sql':
      return [...namesBehindQuery(textIn(settings, 'query'), column), column]
    default:
      return [column]
  }
}

/** A column that the query does not name passed it as it is. */
const namesBehindQuery = (query: string, column: string): readonly string[] =>
  namesInSql(query).some((name) => isSame(name, column)) ? namesBehind(query, TAKES_UNNAMED) : []

const namesBehind = (sql: string, unnamed: RegExp): readonly string[] =>
  unnamed.test(sql) ? [...namesInSql(sql), EVERY_COLUMN] : namesInSql(sql)

/** `#1` and `COLUMNS('…')`. */
const PICKS_UNNAMED = /#\d|\bcolumns\b/i

/** Also `*`, `UNPIVOT`, `PIVOT`, `TABLE input`, a row as a value, and `FROM input` without a list. */
const TAKES_UNNAMED = /\*|#\d|\b(?:columns|(?:un)?pivot|table|unnest|struct_\w+|row)\b|(?:^|\()\s*from\b/i

const isSame = (name: string | undefined, other: string): boolean => name?.toLowerCase() === other.toLowerCase()

const NAME = /"((?:[^"]|"")+)"|[\p{L}_][\p{L}\p{N}_$]*/gu

/** Every word and every quoted name: more than it names, never less. */
const namesInSql = (sql: string): readonly string[] =>
  [...sql.matchAll(NAME)].map(([word, quoted]) => quoted?.replaceAll('""', '"') ?? word)
