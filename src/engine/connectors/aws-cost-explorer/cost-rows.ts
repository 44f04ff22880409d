import type { Field } from '../../ports/value-type.ts'
import { type CostEntity, METRICS, PERIOD_START } from './cost-entities.ts'
import type { CostPage } from './cost-pages.ts'

/** The rows of a page; each row is an object with its fields by column name. */
export function* costRows({ groupings }: CostEntity, page: CostPage): Generator<ReadonlyMap<string, Field>> {
  const names = new Map(
    page.DimensionValueAttributes?.map(({ Value, Attributes }) => [Value, Attributes['description']]),
  )
  for (const { TimePeriod, Groups, Estimated } of page.ResultsByTime) {
    for (const { Keys, Metrics } of Groups) {
      const row = new Map<string, Field>([
        // Monthly periods of a partial month begin and end within it.
        [PERIOD_START, TimePeriod.Start.slice(0, 10)],
        ['period_end', TimePeriod.End.slice(0, 10)],
        ['estimated', Estimated ? 't' : 'f'],
      ])
      for (const [position, { column, nameColumn }] of groupings.entries()) {
        const key = Keys[position] ?? ''
        row.set(column, key)
        if (nameColumn) row.set(nameColumn, names.get(key) ?? null)
      }
      for (const metric of METRICS) {
        const value = Metrics[metric.metric]
        row.set(metric.amount, value?.Amount === undefined ? null : plainDecimal(value.Amount))
        if ('unit' in metric) row.set(metric.unit, value?.Unit ?? null)
      }
      yield row
    }
  }
}

/** Very small amounts have an exponent; all digits are kept. */
export function plainDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d*)(?:\.(\d*))?[eE]([+-]?\d+)$/.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const [left, right] = [padded.slice(0, at), padded.slice(at)]
  return `${sign}${left}${right === '' ? '' : `.${right}`}`
}
