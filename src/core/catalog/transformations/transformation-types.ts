import { linesIn, namesIn, type Setting, type Settings, textIn } from './transformation-settings.ts'

/** Names of columns; undefined if only running the flow would show them. */
type Columns = readonly string[] | undefined

interface TransformationTypeRow {
  /** The number of rows after the step: the same, perhaps fewer, or different rows. */
  readonly rowsAfter: 'same' | 'fewer' | 'other'
  readonly settings: readonly Setting[]
  /** The columns after the step, from the columns before it. */
  columnsAfter(input: Columns, settings: Settings, columnsOf: (entity: string) => Columns): Columns
}

const same = (input: Columns) => input
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
    settings: [{ kind: 'columns', name: 'columns' }],
    columnsAfter: (_input, settings) => namesIn(settings, 'columns'),
  },
  rename: {
    rowsAfter: 'same',
    settings: [{ kind: 'lines', name: 'columns', cells: [ownColumn, { kind: 'name', name: 'to' }] }],
    columnsAfter: (input, settings) => {
      const names = new Map(linesIn(settings, 'columns').map((line) => [line['column'], line['to']]))
      return input?.map((name) => names.get(name) || name)
    },
  },
  cast: {
    rowsAfter: 'same',
    settings: [
      {
        kind: 'lines',
        name: 'columns',
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
  },
  filter: { rowsAfter: 'fewer', settings: [{ kind: 'expression', name: 'where' }], columnsAfter: same },
  compute: {
    rowsAfter: 'same',
    settings: [
      {
        kind: 'lines',
        name: 'columns',
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
  },
  mask: {
    rowsAfter: 'same',
    settings: [
      {
        kind: 'lines',
        name: 'columns',
        cells: [ownColumn, { kind: 'choice', name: 'method', options: ['hash', 'redact', 'partial'] }],
      },
    ],
    columnsAfter: same,
  },
  deduplicate: {
    rowsAfter: 'fewer',
    settings: [
      { kind: 'columns', name: 'by' },
      { kind: 'lines', name: 'keep', cells: [column, order], optional: true },
    ],
    columnsAfter: same,
  },
  aggregate: {
    rowsAfter: 'other',
    settings: [
      { kind: 'columns', name: 'by', optional: true },
      {
        kind: 'lines',
        name: 'measures',
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
  },
  sort: { rowsAfter: 'same', settings: [{ kind: 'lines', name: 'by', cells: [column, order] }], columnsAfter: same },
  limit: {
    rowsAfter: 'fewer',
    settings: [{ kind: 'number', name: 'rows', minimum: 1, default: 1_000 }],
    columnsAfter: same,
  },
  join: {
    rowsAfter: 'other',
    settings: [
      { kind: 'stream', name: 'stream' },
      { kind: 'choice', name: 'rows', options: ['all', 'matching'] },
      { kind: 'lines', name: 'on', cells: [column, { kind: 'other-column', name: 'other' }] },
      { kind: 'other-columns', name: 'columns', optional: true },
    ],
    columnsAfter: (input, settings, columnsOf) => {
      const chosen = namesIn(settings, 'columns')
      const added = chosen.length > 0 ? chosen : columnsOf(textIn(settings, 'stream'))
      return withAdded(input, added)
    },
  },
  sql: { rowsAfter: 'other', settings: [{ kind: 'query', name: 'query' }], columnsAfter: () => undefined },
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
