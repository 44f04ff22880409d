import { defined } from '../../../core/catalog/defined.ts'
import type { ProblemColumn } from '../../../core/catalog/runs/problem-column.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { inTurn } from '../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../ports/connector.ts'

/** Differences between an existing table and the new columns. */
export interface TargetDifferences {
  /** Columns that the table does not have, with their source types. Somebody may have removed them deliberately, so they are not created again. */
  readonly missing: readonly { readonly name: string; readonly type: string }[]
  /** Columns that cannot store every value, but could get the wider `type`, which may be wider than that of the stream (`coming`). */
  readonly narrow?: readonly {
    readonly name: string
    readonly type: string
    readonly own: string
    readonly coming?: string
  }[]
  /** Columns that must have a value, but could do without; `difference` is it as text. */
  readonly required?: readonly { readonly name: string; readonly type: string; readonly difference: Sentence }[]
  /** Other differences, as text. */
  readonly others: readonly Sentence[]
}

/** @throws ConnectorError `TARGET_MISMATCH` with all differences, if there are any */
export function refuseDifferences(
  table: string,
  { missing, narrow = [], required = [], others }: TargetDifferences,
): void {
  if (missing.length + narrow.length + required.length + others.length === 0) return
  const differences = [
    ...missing.map(({ name, type }) => sentence`column "${name}" (${type}) is missing`),
    ...narrow.map(
      ({ name, type, own, coming = type }) => sentence`column "${name}" is ${own}, but the stream has ${coming}`,
    ),
    ...required.map(({ difference }) => difference),
    ...others,
  ]
  const columns: readonly ProblemColumn[] = [
    ...missing.map(({ name, type }) => ({ name, is: 'missing', type }) as const),
    ...narrow.map(({ name, type, own }) => ({ name, is: 'narrow', type, before: own }) as const),
    ...required.map(({ name, type }) => ({ name, is: 'narrow', type, before: `${type} NOT NULL` }) as const),
  ]
  const names = missing.map(({ name }) => name)
  throw new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`The table ${table} does not fit: ${inTurn(differences)}.`,
    ...defined({ columns: others.length === 0 ? columns : undefined }),
    ...(others.length + narrow.length + required.length > 0
      ? {
          hint: sentence`Change the table or the columns of the stream, choose another target, or drop the table so that it is created again.`,
        }
      : {
          hint:
            names.length === 1
              ? sentence`Leave ${quoted(names)} out of the stream, or add it to the table.`
              : sentence`Leave ${quoted(names)} out of the stream, or add them to the table.`,
          missing: names,
        }),
  })
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** The change that somebody confirmed is not the one that the table needs now. */
export const hasChanged = (table: string) =>
  new ConnectorError({
    code: 'TARGET_CHANGED',
    message: sentence`The table ${table} has changed in the meantime. Nothing was changed.`,
    hint: sentence`Look at the change again, and confirm it then.`,
    retryable: true,
  })
