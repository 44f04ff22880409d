import { type Sentence, type SentenceValue, sentence } from '../../../core/catalog/sentence.ts'
import { inTurn } from '../../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { mergesMore } from '../../ports/ignored.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { IgnoredColumns } from '../../ports/target.ts'
import { isUniqueAtSource } from './row-key.ts'

/** What a target ignores of a key although the source sees it. */
export const mergedBy = (
  columns: readonly SourceColumn[],
  key: readonly string[],
  ignores: IgnoredColumns,
): readonly Sentence[] =>
  columns.flatMap(({ name, ignores: there }) => {
    const what = ignores[name]?.what
    return what && key.includes(name) && mergesMore(there, ignores[name]) ? [sentence`${name}: ${what}`] : []
  })

/** Whether the source has no two rows with these values, and the target tells apart whatever the source does. */
export const isUniqueInBoth = (
  columns: readonly SourceColumn[],
  key: readonly string[],
  ignores: IgnoredColumns,
): boolean => isUniqueAtSource(columns, key) && mergedBy(columns, key, ignores).length === 0

interface EqualKeys {
  /** The name of the target, as a person calls it. */
  readonly target: string
  readonly key: readonly string[]
  /** What it ignores, as far as that is known. */
  readonly reasons: readonly Sentence[]
  /** What a column needs so that it tells the keys apart, such as a collation. */
  readonly remedy: SentenceValue
}

/** Rows of the source, which tells their keys apart, have equal keys in the target. */
export const equalKeysError = ({ target, key, reasons, remedy }: EqualKeys): ConnectorError =>
  new ConnectorError({
    code: 'KEY_NOT_UNIQUE',
    message:
      reasons.length > 0
        ? sentence`Rows of the source have keys that ${target} takes for equal, because it ignores something in which they differ. ${inTurn(reasons)}.`
        : sentence`Rows of the source have keys that ${target} takes for equal: ${key.join(', ')}.`,
    hint: sentence`Nothing was changed. Give the columns of the key ${remedy} in the destination, choose another key, or correct the rows at the source.`,
    side: 'destination',
  })
