import type { Problem } from '../../ports/connector.ts'

export type Side = 'source' | 'destination'

/** Codes of their own for either end, because the person must know where to look. */
const SIDED = {
  CONNECTION_LOST: { source: 'SOURCE_CONNECTION_LOST', destination: 'DESTINATION_CONNECTION_LOST' },
  STALLED: { source: 'SOURCE_STALLED', destination: 'DESTINATION_STALLED' },
} as const

/** Notes at which end something went wrong; what has been noted closer to it stays. */
export function atSide(problem: Problem, side: Side | undefined): Problem {
  if (!side || problem.side) return problem
  if (problem.code !== 'CONNECTION_LOST' && problem.code !== 'STALLED') return { ...problem, side }
  const message = problem.message
    .replace('the server', `the ${side} server`)
    .replace('The server', `The ${side} server`)
  return { ...problem, side, code: SIDED[problem.code][side], message }
}
