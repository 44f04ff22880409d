import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { linesIn, namesIn, textIn } from '../../../../core/catalog/transformations/transformation-settings.ts'
import {
  isTransformationType,
  type TransformationType,
} from '../../../../core/catalog/transformations/transformation-types.ts'
import type { Transformation } from '../../../../core/flows/flow.ts'
import type { Operator } from '../../../../core/transformations/condition/condition.ts'
import { optionLabel } from '../../../catalog/option-label.ts'
import { operatorLabel } from './condition/condition-texts.ts'

type Settings = Transformation['settings']

/** A column compared with one value, as in `status = 'paid'`. */
const COMPARISON = /^\s*"?([\w ]+?)"?\s*(=|<>|!=|<=|>=|<|>)\s*(?:'([^']*)'|(-?[\d.]+))\s*$/

const OPERATORS: Readonly<Record<string, Operator>> = {
  '=': 'equals',
  '<>': 'differs',
  '!=': 'differs',
  '<': 'less',
  '<=': 'at-most',
  '>': 'greater',
  '>=': 'at-least',
}

function condition(i18n: I18n, sql: string): string {
  const [, column, sign = '', text, number] = COMPARISON.exec(sql) ?? []
  const operator = OPERATORS[sign]
  if (column === undefined || operator === undefined) return sql.trim()
  return `${column} ${operatorLabel(i18n, operator, number === undefined ? 'text' : 'number')} ${text ?? number}`
}

const list = (values: readonly (string | undefined)[]): string => values.filter(Boolean).join(', ')
const lines = (settings: Settings, name: string, write: (line: Readonly<Record<string, string>>) => string): string =>
  list(linesIn(settings, name).map(write))

/** One row per type. */
const SUMMARIES: { readonly [Type in TransformationType]: (settings: Settings, i18n: I18n) => string } = {
  select: (settings) => list(namesIn(settings, 'columns')),
  rename: (settings) => lines(settings, 'columns', ({ column, to }) => (column && to ? `${column} → ${to}` : '')),
  cast: (settings, i18n) =>
    lines(settings, 'columns', ({ column, type = '' }) => (column ? `${column}: ${optionLabel(i18n, type)}` : '')),
  filter: (settings, i18n) => condition(i18n, textIn(settings, 'where')),
  compute: (settings) =>
    lines(settings, 'columns', ({ name, expression }) => (name ? `${name} = ${expression ?? ''}` : '')),
  mask: (settings) => lines(settings, 'columns', ({ column = '' }) => column),
  deduplicate: (settings) => list(namesIn(settings, 'by')),
  aggregate: (settings) => list([lines(settings, 'measures', ({ name = '' }) => name), list(namesIn(settings, 'by'))]),
  sort: (settings) =>
    lines(
      settings,
      'by',
      ({ column = '', direction }) => column && `${column} ${direction === 'descending' ? '↓' : '↑'}`,
    ),
  limit: (settings, i18n) => {
    const rows = settings['rows']
    return typeof rows !== 'number' ? '' : i18n._(msg`at most ${{ rows }} rows`)
  },
  join: (settings) => lines(settings, 'on', ({ column, other }) => (column && other ? `${column} = ${other}` : '')),
  sql: (settings) => textIn(settings, 'query').replace(/\s+/g, ' ').trim(),
}

/** What a step does, in a line; empty while it is not filled in. */
export const stepSummary = (i18n: I18n, { type, settings }: Pick<Transformation, 'type' | 'settings'>): string =>
  isTransformationType(type) ? SUMMARIES[type](settings, i18n) : ''
