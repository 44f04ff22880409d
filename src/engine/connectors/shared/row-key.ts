import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'

/** The source's own key, in its order; empty when it has none. */
export const sourceKey = (columns: readonly SourceColumn[]): readonly string[] =>
  columns
    .filter(({ keyPosition }) => keyPosition !== undefined)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
    .map(({ name }) => name)

/** Whether no two rows of the source have the same values in these columns. */
export function isUniqueAtSource(columns: readonly SourceColumn[], key: readonly string[]): boolean {
  const own = sourceKey(columns)
  return own.length > 0 && own.every((name) => key.includes(name))
}

/**
 * The columns that identify rows: those of the stream, otherwise the source's own key.
 * @param target the name for people, for the error message
 * @throws ConnectorError `KEY_REQUIRED` when there is no key, or a column of it is not in the source
 */
export function requireKey(
  columns: readonly SourceColumn[],
  chosen: readonly string[] | undefined,
  target: string,
): readonly string[] {
  const key = chosen && chosen.length > 0 ? chosen : sourceKey(columns)
  const gone = key.filter((name) => !columns.some((column) => column.name === name))
  if (key.length > 0 && gone.length === 0) return key
  throw new ConnectorError({
    code: 'KEY_REQUIRED',
    message:
      gone.length > 0
        ? sentence`The key of ${target} has columns that are not in the source: ${gone.join(', ')}.`
        : sentence`Rows of ${target} cannot be identified: the source has no key, and the stream has none.`,
    hint: sentence`Choose the columns that identify a row, or choose another mode.`,
  })
}
