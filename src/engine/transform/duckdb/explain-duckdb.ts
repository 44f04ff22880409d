import { defined } from '../../../core/catalog/defined.ts'
import { nearestName } from '../../../core/catalog/nearest-name.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Problem } from '../../ports/connector.ts'
import type { ValueRules } from '../columns/value-rules.ts'
import { duckdbErrorOf } from './duckdb-error.ts'

/** A longer error does not help. */
const LONGEST = 300

const OUT_OF_MEMORY = /out of memory|allocation failure|bad_alloc/i

const STEP_TOO_LARGE: Omit<Problem, 'retryable'> = {
  code: 'TRANSFORMATION_TOO_LARGE',
  message: sentence`This step needs more memory than it may use.`,
  hint: sentence`Make it simpler, or split it into several steps.`,
}

const MISSING_COLUMN = /Referenced column "(.+?)" (?:was )?not found/

/** The problem with a step's SQL, as a message for people. Our statement around it is not shown. */
export function explainBinding(error: unknown, columns: readonly string[]): Omit<Problem, 'retryable'> {
  const text = sentencesOf(error)
  if (OUT_OF_MEMORY.test(text)) return STEP_TOO_LARGE
  const [, column] = MISSING_COLUMN.exec(text) ?? []
  return column === undefined ? { code: 'SQL_INVALID', message: sentence`${text}` } : columnNotFound(column, columns)
}

export function columnNotFound(column: string, columns: readonly string[]): Omit<Problem, 'retryable'> {
  const nearest = nearestName(column, columns)
  return {
    code: 'COLUMN_NOT_FOUND',
    message:
      nearest === undefined
        ? sentence`There is no column "${column}" here`
        : sentence`There is no column "${column}" here: did you mean "${nearest}"?`,
    hint: sentence`The columns are: ${columns.slice(0, 50).join(', ')}.`,
  }
}

/** The reason why a query ended in the middle of its rows. @param before number of rows before those that the query numbers from 1 */
export function explainExecution(error: unknown, entity: string, rules: ValueRules, before = 0): Problem {
  const text = sentencesOf(error)
  const broken = rules.broken(text)
  if (broken) {
    return defined({
      code: 'VALUE_NOT_REPRESENTABLE',
      message:
        broken.row === undefined
          ? sentence`${entity}: column "${broken.column}": the value ${broken.rule}.`
          : sentence`${entity}: row ${before + broken.row}, column "${broken.column}": the value ${broken.rule}.`,
      hint: sentence`Leave such rows out with a filter before this step, or correct the value at the source.`,
      node: broken.node,
      retryable: false,
    })
  }
  if (/out of memory|allocation failure|bad_alloc|max_temp_directory_size|ENOSPC/i.test(text)) return tooLarge(entity)
  return { code: 'TRANSFORMATION_FAILED', message: sentence`${entity}: ${text}`, retryable: false }
}

export const tooLarge = (entity: string): Problem => ({
  code: 'TRANSFORMATION_TOO_LARGE',
  message: sentence`${entity}: the steps need more memory or temporary space than they may use.`,
  hint: sentence`Filter rows or choose columns before joining, sorting or grouping.`,
  retryable: false,
})

/** Without the position in the statement, which is usually not the user's. */
const sentencesOf = (error: unknown): string =>
  (duckdbErrorOf(error).message.split(/\n+LINE \d+:/)[0] ?? '')
    .replace(/^(Error: )?((Binder|Catalog|Parser|Conversion|Invalid Input|Out of Range|Syntax) Error: )?/, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
    .slice(0, LONGEST)
