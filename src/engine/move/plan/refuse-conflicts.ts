import { type SentenceValue, sentence } from '../../../core/catalog/sentence.ts'
import { allOf, oneOf } from '../../../core/catalog/sentence-lists.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { Destination } from '../../ports/destination.ts'
import type { Source } from '../../ports/source.ts'
import type { SpelledStream } from '../run/stream-request.ts'

export function refuseMode({ mode, target, cursor }: SpelledStream, { modes }: Destination): void {
  if (mode === 'replace' && cursor) {
    refuse({
      code: 'CURSOR_NEEDS_OLD_ROWS',
      message: sentence`${target} would be replaced by only the rows that are new in ${cursor.column}.`,
      hint: sentence`Use the mode "append" or "upsert", or remove the cursor.`,
      retryable: false,
    })
  }
  if (modes.includes(mode)) return
  refuse({
    code: 'MODE_NOT_SUPPORTED',
    message: sentence`The mode "${mode}" is not possible for ${target}.`,
    hint: sentence`Use ${oneOf(modes.map((possible) => `"${possible}"`))}.`,
    retryable: false,
  })
}

interface Ends {
  readonly source: Pick<Source, 'identity'>
  readonly destination: Pick<Destination, 'identity' | 'ignoresCase'>
}

/** @throws ConnectorError if a stream would overwrite another, or an entity that the flow reads */
export function refuseConflicts(
  { entity, target }: SpelledStream,
  all: readonly SpelledStream[],
  { source, destination }: Ends,
): void {
  const isSameDatabase = source.identity === destination.identity
  const nameOf = (wanted: string) => (destination.ignoresCase ? wanted.toLowerCase() : wanted)
  const writers = all.filter((other) => nameOf(other.target) === nameOf(target)).map((other) => other.entity)
  if (writers.length > 1) {
    refuse({
      code: 'TARGET_CONFLICT',
      message:
        writers.length === 2
          ? sentence`${inWords(writers)} would both be written to ${target}.`
          : sentence`${inWords(writers)} would all be written to ${target}.`,
      hint: sentence`Give each stream a target of its own.`,
      retryable: false,
    })
  }
  if (isSameDatabase && target === entity) {
    refuse({
      code: 'TARGET_IS_SOURCE',
      message: sentence`${entity} would be replaced by itself.`,
      hint: sentence`Choose another target.`,
      retryable: false,
    })
  }
  if (isSameDatabase && all.some((other) => other.entity === target)) {
    refuse({
      code: 'TARGET_CONFLICT',
      message: sentence`${target} is read by another stream of this flow and cannot be replaced by it.`,
      hint: sentence`Choose another target, or make it a flow of its own.`,
      retryable: false,
    })
  }
}

/** The most names that a message lists. */
const NAMED = 5

function inWords(names: readonly string[]): SentenceValue {
  const more = names.length - NAMED
  return allOf(more > 0 ? [...names.slice(0, NAMED), sentence`${more} more`] : names)
}

export function refuse(problem: Problem): never {
  throw new ConnectorError(problem)
}
