import { linesIn, namesIn, type Setting, type Settings, textIn } from './transformation-settings.ts'

/** Names of columns; undefined if only running the flow would show them. */
type Columns = readonly string[] | undefined

/** Types of columns, by name, as far as settings show them. */
type Types = ReadonlyMap<string, string>

interface TransformationTypeRow {
  /** The number of rows after the step: the same, perhaps fewer, or different rows. */
  readonly rowsAfter: 'same' | 'fewer' | 'other'
  /** Works row by row, so the rows need not all be present at once. Some queries do too. */
  readonly isRowWise: boolean
  readonly settings: readonly Setting[]
  /** The columns after the step, from the columns before it. */
  columnsAfter(input: Columns, settings: Settings, columnsOf: (entity: string) => Columns): Columns
  /** Their types, from the types before it. */
  typesAfter(input: Types, settings: Settings, typesOf: (entity: string) => Types): Types
}

const same = <T>(input: T) => input
const without = (types: Types, settings: Settings, setting: string, cell: string): Types => {
  const gone = linesIn(settings, setting).map((line) => line[cell])
  return new Map([...types].filter(([name]) => !gone.includes(name)))
}
const newNames = (settings: Settings) => {
  const names = new Map(linesIn(settings, 'columns').map((line) => [line['column'], line['to']]))
  return (name: string) => names.get(name) || name
}
const withAdded = (input: Columns, added: Columns): Columns =>
  input && added && [...input, ...added.filter((name) => name !== '' && !input.includes(name))]
const column = { kind: 'column', name: 'column' } as const
const ownColumn = { ...column, once: true } as const
const order = { kind: 'choice', name: 'direction', options: ['ascending', 'descending'] } as const

/**
 * The possible effect of each step on the rows of a stream: each is one SELECT over the stream. One row per type; forms,
 * validation and the columns offered to later steps are derived from it.
 */
export const TRANSFORMATION_TYPES = {
  select: {
    rowsAfter: 'same',
    isRowWise: true,
    settings: [{ kind: 'columns', name: 'columns', use: 'none' }],
    columnsAfter: (_input, settings) => namesIn(settings, 'columns'),
    typesAfter: same,
  },
  rename: {
    rowsAfter: 'same',
    isRowWise: true,
    settings: [{ kind: 'lines', name: 'columns', use: 'none', cells: [ownColumn, { kind: 'name', name: 'to' }] }],
    columnsAfter: (input, settings) => input?.map(newNames(settings)),
    typesAfter: (input, settings) => {
      const newName = newNames(settings)
      return new Map([...input].map(([name, type]) => [newName(name), type]))
    },
  },
  cast: {
    rowsAfter: 'same',
    isRowWise: true,
    settings: [
      {
        kind: 'lines',
        name: 'columns',
        use: 'values',
        cells: [
          ownColumn,
          {
            kind: 'choice',
            name: 'type',
            options: ['text', 'integer', 'decimal', 'double', 'boolean', 'date', 'timestamp', 'timestamptz', 'json'],
          },
        ],
      },
    ],
    columnsAfter: same,
    typesAfter: (input, settings) =>
      new Map([...input, ...linesIn(settings, 'columns').map(({ column = '', type = '' }) => [column, type] as const)]),
  },
  filter: {
    rowsAfter: 'fewer',
    isRowWise: true,
    settings: [{ kind: 'expression', name: 'where', use: 'filter' }],
    columnsAfter: same,
    typesAfter: same,
  },
  compute: {
    rowsAfter: 'same',
    isRowWise: true,
    settings: [
      {
        kind: 'lines',
        name: 'columns',
        use: 'values',
        cells: [
          { kind: 'name', name: 'name' },
          { kind: 'expression', name: 'expression' },
        ],
      },
    ],
    columnsAfter: (input, settings) =>
      withAdded(
        input,
        linesIn(settings, 'columns').map((line) => line['name'] ?? ''),
      ),
    typesAfter: (input, settings) => without(input, settings, 'columns', 'name'),
  },
  mask: {
    rowsAfter: 'same',
    isRowWise: true,
    settings: [
      {
        kind: 'lines',
        name: 'columns',
        use: 'values',
        cells: [ownColumn, { kind: 'choice', name: 'method', options: ['hash', 'redact', 'partial'] }],
      },
    ],
    columnsAfter: same,
    typesAfter: (input, settings) => without(input, settings, 'columns', 'column'),
  },
  deduplicate: {
    rowsAfter: 'fewer',
    isRowWise: false,
    settings: [
      { kind: 'columns', name: 'by', use: 'window' },
      { kind: 'lines', name: 'keep', use: 'window', cells: [column, order], optional: true },
    ],
    columnsAfter: same,
    typesAfter: same,
  },
  aggregate: {
    rowsAfter: 'other',
    isRowWise: false,
    settings: [
      { kind: 'columns', name: 'by', use: 'group_by', optional: true },
      {
        kind: 'lines',
        name: 'measures',
        use: 'values',
        cells: [
          { kind: 'choice', name: 'function', options: ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] },
          // Counting rows needs no column.
          { ...column, optional: true },
          { kind: 'name', name: 'name' },
        ],
      },
    ],
    columnsAfter: (_input, settings) =>
      withAdded(
        namesIn(settings, 'by'),
        linesIn(settings, 'measures').map((line) => line['name'] ?? ''),
      ),
    typesAfter: (input, settings) => {
      const by = namesIn(settings, 'by')
      return new Map([...without(input, settings, 'measures', 'name')].filter(([name]) => by.includes(name)))
    },
  },
  sort: {
    rowsAfter: 'same',
    isRowWise: false,
    settings: [{ kind: 'lines', name: 'by', use: 'sort', cells: [column, order] }],
    columnsAfter: same,
    typesAfter: same,
  },
  limit: {
    rowsAfter: 'fewer',
    isRowWise: false,
    settings: [{ kind: 'number', name: 'rows', minimum: 1, default: 1_000 }],
    columnsAfter: same,
    typesAfter: same,
  },
  join: {
    rowsAfter: 'other',
    isRowWise: false,
    settings: [
      { kind: 'stream', name: 'stream' },
      { kind: 'choice', name: 'rows', options: ['all', 'matching'] },
      { kind: 'lines', name: 'on', use: 'join', cells: [column, { kind: 'other-column', name: 'other' }] },
      { kind: 'other-columns', name: 'columns', optional: true },
    ],
    columnsAfter: (input, settings, columnsOf) => {
      const chosen = namesIn(settings, 'columns')
      const added = chosen.length > 0 ? chosen : columnsOf(textIn(settings, 'stream'))
      return withAdded(input, added)
    },
    typesAfter: (input, settings, typesOf) => new Map([...typesOf(textIn(settings, 'stream')), ...input]),
  },
  sql: {
    rowsAfter: 'other',
    isRowWise: false,
    settings: [{ kind: 'query', name: 'query', use: 'values' }],
    columnsAfter: () => undefined,
    // Any name may have changed.
    typesAfter: () => new Map(),
  },
} as const satisfies Record<string, TransformationTypeRow>

export type TransformationType = keyof typeof TRANSFORMATION_TYPES

export const TRANSFORMATION_TYPE_NAMES = Object.keys(TRANSFORMATION_TYPES) as [
  TransformationType,
  ...TransformationType[],
]

/** Nothing for a type of a newer server. */
export const transformationTypeOf = (type: string): TransformationTypeRow | undefined =>
  isTransformationType(type) ? TRANSFORMATION_TYPES[type] : undefined

export const isTransformationType = (type: string): type is TransformationType =>
  Object.hasOwn(TRANSFORMATION_TYPES, type)
