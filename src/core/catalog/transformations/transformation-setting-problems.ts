import { nearestName } from '../nearest-name.ts'
import { hasGap } from './has-gap.ts'
import type { SettingPlace, StepProblem } from './transformation-problem.ts'
import {
  type Cell,
  type Line,
  linesIn,
  namesIn,
  type Setting,
  type Settings,
  textIn,
} from './transformation-settings.ts'

/** Objects that a step may refer to, for one stream. */
export interface StepInput {
  readonly stream: string
  /** Undefined if unknown, for example after a `sql` step. */
  readonly columns: readonly string[] | undefined
  /** Entities of the source; undefined before discovery. */
  readonly entities: readonly string[] | undefined
  columnsOf(entity: string): readonly string[] | undefined
}

/** The source is unknown: only the settings themselves are checked. */
const NOTHING_KNOWN: StepInput = { stream: '', columns: undefined, entities: undefined, columnsOf: () => undefined }

/** The problems of a step's settings for that stream; the client shows them, the server refuses them. */
export const settingProblems = (
  rows: readonly Setting[],
  settings: Settings,
  input: StepInput = NOTHING_KNOWN,
): readonly SettingProblem[] =>
  rows.flatMap((row): readonly SettingProblem[] =>
    isReadable(row, settings[row.name])
      ? problemsOf(row, settings, input)
      : [{ kind: 'malformed', at: { setting: row.name } }],
  )

/** Every problem of one setting that can be found without running it. */
export type SettingProblem = Exclude<Extract<StepProblem, { readonly at: SettingPlace }>, { readonly kind: 'refused' }>

const isText = (value: unknown) => typeof value === 'string'

function isReadable(setting: Setting, value: unknown): boolean {
  if (value === undefined) return true
  switch (setting.kind) {
    case 'number':
      return isText(value) || typeof value === 'number'
    case 'columns':
    case 'other-columns':
      return Array.isArray(value) && value.every(isText)
    case 'lines':
      return Array.isArray(value) && value.every((line) => isLine(setting.cells, line))
    default:
      return isText(value)
  }
}

const isLine = (cells: readonly Cell[], line: unknown): boolean =>
  typeof line === 'object' &&
  line !== null &&
  Object.entries(line).every(([name, value]) => isText(value) && cells.some((cell) => cell.name === name))

function problemsOf(setting: Setting, settings: Settings, input: StepInput): readonly SettingProblem[] {
  const at = { setting: setting.name }
  switch (setting.kind) {
    case 'number':
      return numberProblems(settings[setting.name], setting.minimum, at)
    case 'columns':
    case 'other-columns': {
      const names = namesIn(settings, setting.name)
      if (names.length === 0) return setting.optional ? [] : [{ kind: 'required', at }]
      return names.flatMap((name) => columnProblems(name, setting.kind === 'columns', at, settings, input))
    }
    case 'lines':
      return linesProblems(setting, settings, input)
    case 'stream':
      return streamProblems(textIn(settings, setting.name), at, input)
    case 'query': {
      const query = textIn(settings, setting.name).trim()
      if (query === '') return [{ kind: 'required', at }]
      return /^(select|with|from)\b/i.test(query) ? [] : [{ kind: 'not-a-select', at }]
    }
    case 'expression':
    case 'choice':
      return cellProblems(setting, { [setting.name]: textIn(settings, setting.name) }, at, settings, input)
  }
}

function numberProblems(value: unknown, minimum: number, at: SettingPlace): readonly SettingProblem[] {
  if (value === undefined || value === '') return [{ kind: 'required', at }]
  return Number.isSafeInteger(value) && Number(value) >= minimum ? [] : [{ kind: 'not-a-number', at }]
}

function linesProblems(
  { name, cells, optional }: Extract<Setting, { readonly kind: 'lines' }>,
  settings: Settings,
  input: StepInput,
): readonly SettingProblem[] {
  const at = { setting: name }
  const lines = linesIn(settings, name)
  if (lines.length === 0) return optional ? [] : [{ kind: 'no-lines', at }]
  return [
    ...lines.flatMap((line, index) =>
      cells.flatMap((cell) => cellProblems(cell, line, { ...at, line: index, cell: cell.name }, settings, input)),
    ),
    ...cells.flatMap((cell) => (isGivenOnce(cell) ? namesGivenTwice(lines, cell.name, at) : [])),
  ]
}

/** Two columns with one name would hide each other, and of two lines for one column only one would count. */
const isGivenOnce = (cell: Cell): boolean => cell.kind === 'name' || (cell.kind === 'column' && cell.once === true)

function cellProblems(
  cell: Cell,
  line: Line,
  at: SettingPlace,
  settings: Settings,
  input: StepInput,
): readonly SettingProblem[] {
  const value = line[cell.name] ?? ''
  if (value.trim() === '') {
    const mayBeEmpty = cell.kind === 'column' && cell.optional === true && line['function'] === 'count'
    return mayBeEmpty ? [] : [{ kind: 'required', at }]
  }
  if (cell.kind === 'choice') return cell.options.includes(value) ? [] : [{ kind: 'not-an-option', at }]
  if (cell.kind === 'column' || cell.kind === 'other-column') {
    return columnProblems(value, cell.kind === 'column', at, settings, input)
  }
  return cell.kind === 'expression' && hasGap(value) ? [{ kind: 'gap', at }] : []
}

function columnProblems(
  column: string,
  isOwn: boolean,
  at: SettingPlace,
  settings: Settings,
  input: StepInput,
): readonly SettingProblem[] {
  const stream = isOwn ? input.stream : textIn(settings, 'stream')
  const columns = isOwn ? input.columns : input.columnsOf(stream)
  if (columns === undefined || columns.includes(column)) return []
  return [{ kind: 'no-such-column', at, column, stream, nearest: nearestName(column, columns) }]
}

function streamProblems(stream: string, at: SettingPlace, { entities }: StepInput): readonly SettingProblem[] {
  if (stream === '') return [{ kind: 'required', at }]
  if (entities === undefined || entities.includes(stream)) return []
  return [{ kind: 'no-such-other-stream', at, stream, nearest: nearestName(stream, entities) }]
}

const namesGivenTwice = (lines: readonly Line[], cell: string, at: SettingPlace): readonly SettingProblem[] =>
  lines.flatMap((line, index): SettingProblem[] => {
    const name = line[cell] ?? ''
    const isRepeated = name.trim() !== '' && lines.slice(0, index).some((before) => before[cell] === name)
    return isRepeated ? [{ kind: 'twice', at: { ...at, line: index, cell }, name }] : []
  })
