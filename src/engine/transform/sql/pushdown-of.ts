import type { DuckDBConnection } from '@duckdb/node-api'

import { linesIn, namesIn, textIn } from '../../../core/catalog/transformations/transformation-settings.ts'
import type { Condition, MaskMethod, Pushdown, PushedValue } from '../../ports/pushdown.ts'
import type { Step } from '../columns/step.ts'
import { checkExpression } from './check-sql.ts'
import { conditionOf } from './condition-of.ts'

const METHODS: Readonly<Record<string, MaskMethod>> = { hash: 'hash', redact: 'redact', partial: 'partial' }

/** The steps that a source may run itself. */
export interface PushableSteps {
  /** The first steps as one SELECT, by their number: none of them, one, two, and so on. */
  readonly firsts: readonly Pushdown[]
  /** Why the step after them has to run in the engine; absent if there is none. */
  readonly obstacle?: 'kind' | 'expression'
}

/**
 * Bound steps as one SELECT for a source that may run it itself, as far as they only choose, rename, mask, and filter with simple comparisons.
 * @param names the columns before the first step
 */
export async function pushableSteps(
  connection: DuckDBConnection,
  names: readonly string[],
  steps: readonly Step[],
  salt: string,
): Promise<PushableSteps> {
  let columns = new Map(names.map((name): [string, PushedValue] => [name, { kind: 'column', name }]))
  let conditions: readonly Condition[] = []
  const firsts: Pushdown[] = [{ columns, conditions, salt }]
  for (const step of steps) {
    if (step.type === 'filter') {
      const condition = conditionOf(
        await checkExpression(connection, textIn(step.settings, 'where')),
        (name) =>
          // Expressions ignore case, and no two columns differ only in case.
          [...columns].find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1],
      )
      if (!condition) return { firsts, obstacle: 'expression' }
      conditions = [...conditions, condition]
    } else {
      const after = columnsAfter(step, columns)
      if (!after) return { firsts, obstacle: 'kind' }
      columns = after
    }
    firsts.push({ columns, conditions, salt })
  }
  return { firsts }
}

type Columns = Map<string, PushedValue>

function columnsAfter({ type, settings }: Step, columns: Columns): Columns | undefined {
  if (type === 'select') {
    const chosen = namesIn(settings, 'columns')
    return new Map(chosen.flatMap((name) => [...columns].filter(([own]) => own === name)))
  }
  if (type === 'rename') {
    const names = new Map(linesIn(settings, 'columns').map((line) => [line['column'], line['to']]))
    return new Map([...columns].map(([name, value]) => [names.get(name) || name, value]))
  }
  if (type === 'mask') {
    const methods = new Map(linesIn(settings, 'columns').map((line) => [line['column'], line['method'] ?? '']))
    return new Map([...columns].map(([name, value]) => [name, masked(value, METHODS[methods.get(name) ?? ''])]))
  }
  return undefined
}

const masked = (of: PushedValue, method: MaskMethod | undefined): PushedValue =>
  method === undefined ? of : { kind: 'masked', method, of }
