import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StepProblem } from '../../../../core/catalog/transformation-problem.ts'
import { isTransformationType, type TransformationType } from '../../../../core/catalog/transformation-types.ts'

interface TypeTexts {
  readonly name: MessageDescriptor
  readonly purpose: MessageDescriptor
}

const TYPES: Readonly<Record<TransformationType, TypeTexts>> = {
  select: { name: msg`Choose columns`, purpose: msg`Keeps some columns and leaves out the rest` },
  rename: { name: msg`Rename columns`, purpose: msg`Gives columns other names` },
  cast: { name: msg`Change types`, purpose: msg`Converts text to a number, a number to a date, and so on` },
  filter: { name: msg`Filter rows`, purpose: msg`Keeps the rows that meet a condition` },
  compute: { name: msg`Compute columns`, purpose: msg`Adds columns computed from other columns` },
  mask: { name: msg`Mask columns`, purpose: msg`Hides personal data before it arrives` },
  deduplicate: { name: msg`Remove duplicates`, purpose: msg`Keeps one of several equal rows` },
  aggregate: { name: msg`Aggregate`, purpose: msg`Counts, adds up or averages rows in groups` },
  sort: { name: msg`Sort rows`, purpose: msg`Puts rows in order` },
  limit: { name: msg`Limit rows`, purpose: msg`Keeps the first rows only` },
  join: { name: msg`Join`, purpose: msg`Adds columns of another table of the source` },
  sql: { name: msg`SQL`, purpose: msg`Anything that a SELECT can express` },
}

/** A type of a newer server is called what it calls itself; of another one nothing may be told. */
export const typeName = (i18n: I18n, type: string): string =>
  isTransformationType(type) ? i18n._(TYPES[type].name) : type || i18n._(msg`Step`)

export const typePurpose = (i18n: I18n, type: string): string =>
  isTransformationType(type) ? i18n._(TYPES[type].purpose) : ''

interface SettingTexts {
  readonly label: MessageDescriptor
  readonly hint?: MessageDescriptor
}

/** By setting, or by `type.setting` where the same name means something of its own. */
const SETTINGS: Readonly<Record<string, SettingTexts>> = {
  columns: { label: msg`Columns` },
  'select.columns': { label: msg`Columns to keep` },
  'join.columns': { label: msg`Columns to add`, hint: msg`None chosen: all of them` },
  where: { label: msg`Keep rows where`, hint: msg`A SQL condition, such as total > 0 AND status = 'paid'` },
  by: { label: msg`By` },
  'deduplicate.by': { label: msg`Rows count as equal when these are equal` },
  'aggregate.by': { label: msg`Group by`, hint: msg`None chosen: one row for all` },
  'deduplicate.keep': { label: msg`Of these, keep the first by`, hint: msg`Without an order, any one of them is kept` },
  measures: { label: msg`Measures` },
  rows: { label: msg`Number of rows` },
  'join.rows': { label: msg`Rows without a match` },
  stream: { label: msg`Other table` },
  on: { label: msg`Where these are equal` },
  query: { label: msg`Query`, hint: msg`One SELECT query; the rows of the stream are the table input` },
  column: { label: msg`Column` },
  other: { label: msg`Column of the other table` },
  to: { label: msg`New name` },
  name: { label: msg`Name` },
  type: { label: msg`Type` },
  expression: { label: msg`Expression` },
  method: { label: msg`Method` },
  direction: { label: msg`Order` },
  function: { label: msg`Function` },
}

export function settingLabel(i18n: I18n, type: string, name: string): string {
  const texts = SETTINGS[`${type}.${name}`] ?? SETTINGS[name]
  return texts ? i18n._(texts.label) : name
}

export function settingHint(i18n: I18n, type: string, name: string): string | undefined {
  const hint = (SETTINGS[`${type}.${name}`] ?? SETTINGS[name])?.hint
  return hint && i18n._(hint)
}

const OPTIONS: Readonly<Record<string, MessageDescriptor>> = {
  text: msg`Text`,
  integer: msg`Whole number`,
  decimal: msg`Decimal number`,
  double: msg`Floating-point number`,
  boolean: msg`Yes or no`,
  date: msg`Date`,
  timestamp: msg`Date and time`,
  timestamptz: msg`Date and time with zone`,
  json: msg`JSON`,
  hash: msg`Hash`,
  redact: msg`Leave empty`,
  partial: msg`Show the end only`,
  ascending: msg`Ascending`,
  descending: msg`Descending`,
  count: msg`Count`,
  count_distinct: msg`Count of different values`,
  sum: msg`Sum`,
  avg: msg`Average`,
  min: msg`Smallest`,
  max: msg`Largest`,
  all: msg`Keep them`,
  matching: msg`Leave them out`,
}

export function optionLabel(i18n: I18n, option: string): string {
  const text = OPTIONS[option]
  return text ? i18n._(text) : option
}

/** What is wrong, in one sentence; inside the form the label already says where. */
export function problemText(i18n: I18n, problem: StepProblem): string {
  switch (problem.kind) {
    case 'unfinished':
      return i18n._(msg`Not finished yet`)
    case 'no-such-stream': {
      const { stream } = problem
      return i18n._(msg`The flow does not move ${{ stream }}`) + meant(i18n, problem.nearest)
    }
    case 'no-such-other-stream': {
      const { stream } = problem
      return i18n._(msg`The source has no ${{ stream }}`) + meant(i18n, problem.nearest)
    }
    case 'no-such-column': {
      const { stream, column } = problem
      const missing =
        stream === '' ? msg`There is no column ${{ column }}` : msg`${{ stream }} has no column ${{ column }} here`
      return i18n._(missing) + meant(i18n, problem.nearest)
    }
    case 'twice': {
      const { name } = problem
      return i18n._(msg`${{ name }} is given twice`)
    }
    case 'refused':
      return problem.message
    case 'required':
      return i18n._(msg`Fill this in`)
    case 'gap':
      return i18n._(msg`A value is missing`)
    case 'malformed':
      return i18n._(msg`The stored value cannot be read: choose it again`)
    case 'no-lines':
      return i18n._(msg`Add at least one`)
    case 'not-a-number':
      return i18n._(msg`A whole number of at least 1`)
    case 'not-an-option':
      return i18n._(msg`Choose one from the list`)
    case 'not-a-select':
      return i18n._(msg`A query begins with SELECT, WITH or FROM`)
  }
}

const meant = (i18n: I18n, nearest: string | undefined): string =>
  nearest === undefined ? '' : i18n._(msg`: did you mean ${{ nearest }}?`)

/** The problem as it is read away from the form. */
export function problemLine(i18n: I18n, type: string, problem: StepProblem): string {
  const text = problemText(i18n, problem)
  const saysWhere = !('at' in problem) || 'column' in problem || problem.kind === 'no-such-other-stream'
  if (saysWhere) return text
  return `${settingLabel(i18n, type, problem.at.cell ?? problem.at.setting)}: ${text}`
}
