/** One input in a line of a list. */
export type Cell =
  /** A column that the step receives; `once`: in one line at most. */
  | { readonly kind: 'column'; readonly name: string; readonly optional?: true; readonly once?: true }
  /** A column of the other stream, which `settings.stream` names. */
  | { readonly kind: 'other-column'; readonly name: string }
  /** The name that a column gets. */
  | { readonly kind: 'name'; readonly name: string }
  /** A SQL expression over the columns that the step receives. */
  | { readonly kind: 'expression'; readonly name: string }
  | { readonly kind: 'choice'; readonly name: string; readonly options: readonly string[] }

/** The ways in which the values of columns can decide which rows are after a step, or in what order. */
export const ROW_DECISIONS = ['filter', 'sort', 'group_by', 'join', 'window'] as const

export type RowDecision = (typeof ROW_DECISIONS)[number]

/** What a step does with the values of columns that a setting names: only passes them on or leaves them out, changes them, or decides by them. */
export type ColumnUse = 'none' | 'values' | RowDecision

/** One input of a step's form, which is also one key of `settings` in the API. */
export type Setting =
  | Extract<Cell, { readonly kind: 'choice' }>
  | (Extract<Cell, { readonly kind: 'expression' }> & { readonly use: ColumnUse })
  /** Columns that the step receives, each once; in the order chosen. */
  | { readonly kind: 'columns'; readonly name: string; readonly use: ColumnUse; readonly optional?: true }
  /** Columns of the other stream; none is every column. */
  | { readonly kind: 'other-columns'; readonly name: string; readonly optional: true }
  /** Another entity of the same source. */
  | { readonly kind: 'stream'; readonly name: string }
  /** A whole SELECT; the stream is the table `input`. */
  | { readonly kind: 'query'; readonly name: string; readonly use: ColumnUse }
  | { readonly kind: 'number'; readonly name: string; readonly minimum: number; readonly default?: number }
  | {
      readonly kind: 'lines'
      readonly name: string
      readonly use: ColumnUse
      readonly cells: readonly Cell[]
      readonly optional?: true
    }

export type Line = Readonly<Record<string, string>>
export type SettingValue = string | number | readonly string[] | readonly Line[]
export type Settings = Readonly<Record<string, unknown>>

/** If nothing readable is stored, the empty text. */
export const textIn = (settings: Settings, name: string): string => {
  const value = settings[name]
  return typeof value === 'string' ? value : ''
}

export const namesIn = (settings: Settings, name: string): readonly string[] => {
  const value = settings[name]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export const linesIn = (settings: Settings, name: string): readonly Line[] => {
  const value = settings[name]
  return Array.isArray(value) ? value.filter(isRecord).map(textsOf) : []
}

const isRecord = (value: unknown): value is Settings => typeof value === 'object' && value !== null

const textsOf = (record: Settings): Line =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'string')) as Line

/** A new line: choices start with their first option. */
export const emptyLine = (cells: readonly Cell[]): Line =>
  Object.fromEntries(cells.flatMap((cell) => (cell.kind === 'choice' ? [[cell.name, cell.options[0] ?? '']] : [])))

/** The settings of a new step. */
export const defaultSettings = (settings: readonly Setting[]): Settings =>
  Object.fromEntries(
    settings.flatMap((setting): [string, SettingValue][] => {
      if (setting.kind === 'choice') return [[setting.name, setting.options[0] ?? '']]
      if (setting.kind === 'number') return setting.default === undefined ? [] : [[setting.name, setting.default]]
      // An empty line is clearer than a button.
      if (setting.kind === 'lines' && !setting.optional) return [[setting.name, [emptyLine(setting.cells)]]]
      return []
    }),
  )
