import { defined } from '../../../core/catalog/defined.ts'
import type { ErrorClass, Fix } from '../../../core/catalog/errors/error-class.ts'
import { ERROR_CLASSES, type ErrorCode } from '../../../core/catalog/errors/error-classes.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Problem } from '../../../engine/ports/connector.ts'
import type { RunErrorRow } from '../../store/runs/run-rows.ts'

/** What a person does for one table; credentials and what passes concern all of them. */
const OF_A_TABLE: readonly Fix[] = ['rows', 'stream', 'step', 'permission', 'system']

/** @returns why no repeat of a copy can succeed until a person has done something for its table; nothing if one may */
export function lastingProblem(error: RunErrorRow): Problem | undefined {
  const { code, message, sentence: words, hint, hint_sentence: hintWords, stream: _, cause: __, ...kept } = error
  // A table that gets the name is copied: it costs nothing to look.
  if (!isKnown(code) || code === 'ENTITY_NOT_FOUND') return undefined
  const { attempts, blame, fix }: ErrorClass = ERROR_CLASSES[code]
  if (attempts > 1 || blame === 'quota' || !OF_A_TABLE.includes(fix)) return undefined
  const toDo = hintWords ?? (hint === undefined ? undefined : sentence`${hint}`)
  return defined({ ...kept, code, message: words ?? sentence`${message}`, hint: toDo, retryable: false })
}

const isKnown = (code: string): code is ErrorCode => code in ERROR_CLASSES
