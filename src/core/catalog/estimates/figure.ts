import { defined } from '../defined.ts'

/** `counted`: looked up just now; `estimated`: from statistics, settings or earlier runs; `unknown`: nothing says it. */
export const CERTAINTIES = ['counted', 'estimated', 'unknown'] as const

export type Certainty = (typeof CERTAINTIES)[number]

/** The real number is at least, or at most, the amount. */
export const FIGURE_BOUNDS = ['least', 'most'] as const

export type FigureBound = (typeof FIGURE_BOUNDS)[number]

/** A number of an estimate, with how sure it is. */
export interface Figure {
  readonly certainty: Certainty
  /** Absent only if it is unknown. */
  readonly amount?: number
  /** Absent: about the amount, or exactly if it is counted. */
  readonly bound?: FigureBound
}

export const UNKNOWN: Figure = { certainty: 'unknown' }

export const counted = (amount: number): Figure => ({ certainty: 'counted', amount })

export const estimated = (amount: number, bound?: FigureBound): Figure =>
  defined({ certainty: 'estimated', amount, bound })

/** Without one part that is unknown the sum is a lower limit. */
export function sumOf(figures: readonly Figure[]): Figure {
  const known = figures.filter(({ amount }) => amount !== undefined)
  if (known.length === 0) return figures.length === 0 ? counted(0) : UNKNOWN
  const amount = known.reduce((sum, figure) => sum + (figure.amount ?? 0), 0)
  const bounds = new Set(known.flatMap(({ bound }) => (bound ? [bound] : [])))
  if (known.length < figures.length) bounds.add('least')
  // At least one part and at most another say nothing about both together.
  if (bounds.size > 1) return UNKNOWN
  const [bound] = bounds
  return known.every(({ certainty }) => certainty === 'counted') && !bound ? counted(amount) : estimated(amount, bound)
}

/** @param change of the amount; must not fall when the amount rises */
export const withAmount = (figure: Figure, change: (amount: number) => number): Figure =>
  figure.amount === undefined ? figure : { ...figure, amount: change(figure.amount) }

/** Some of what the figure counts may be left out. */
export const atMost = (figure: Figure): Figure =>
  figure.amount === undefined || figure.bound === 'least' ? UNKNOWN : estimated(figure.amount, 'most')

/** The same number, which is not exact any more. */
export const roughly = (figure: Figure): Figure =>
  figure.amount === undefined ? figure : estimated(figure.amount, figure.bound)
