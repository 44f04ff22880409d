import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { equalKeysError } from '../../shared/equal-keys.ts'

/** A value, as SQL, so that it is equal only to one that is written in the same way. */
export const asText = (sql: string): string => `${sql}::text COLLATE "C"`

/** @param target as a person calls it */
export const looselyEqual = (target: string, key: readonly string[], reasons: readonly Sentence[]) =>
  equalKeysError({
    target,
    key,
    reasons,
    remedy: sentence`a deterministic collation, or the type text instead of citext,`,
  })
