import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { withServerAt } from '../../../core/catalog/server-words.ts'
import type { Problem, Side } from '../../ports/connector.ts'

/** Separate codes for both ends, because the user must know where to search. */
const SIDED = {
  CONNECTION_LOST: { source: 'SOURCE_CONNECTION_LOST', destination: 'DESTINATION_CONNECTION_LOST' },
  STALLED: { source: 'SOURCE_STALLED', destination: 'DESTINATION_STALLED' },
} as const

const STALLED_AT: Readonly<Record<Side, Sentence>> = {
  source: sentence`the source server has stopped answering.`,
  destination: sentence`the destination server has stopped answering.`,
}

/** Records at which end an error happened; an earlier record, closer to the error, stays. */
export function withSide(problem: Problem, side: Side | undefined): Problem {
  if (!side || problem.side) return problem
  if (problem.code !== 'CONNECTION_LOST' && problem.code !== 'STALLED') return { ...problem, side }
  const message = problem.code === 'STALLED' ? STALLED_AT[side] : withServerAt(problem.message, side)
  return { ...problem, side, code: SIDED[problem.code][side], message }
}
