import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Source } from '../../ports/source.ts'
import type { Target } from '../../ports/target.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import { planCheck } from './plan-check.ts'
import type { PlannedStream, ResolvedRequest } from './plan-stream.ts'
import { planSentCheck } from './plan-value-check.ts'

interface Comparable {
  readonly target: Target
  readonly source: Source
  readonly format: string
  /** The source cannot sum the rows without those that are rejected. */
  readonly isRejecting: boolean
  readonly onlyKeys: boolean
  /** Nothing is put in place, so nothing is compared before. */
  readonly dry: boolean | undefined
}

/** How rows are compared before they are put in place. */
export function planComparison(
  { request, tracker, stream }: ResolvedRequest,
  { target, source, format, isRejecting, onlyKeys, dry }: Comparable,
): Pick<PlannedStream, 'check' | 'sentCheck'> {
  const { entity, steps, request: wanted } = stream
  const comparesValues = request.verify === 'values' && !dry
  const { columns, key } = wanted
  const both = { source, entity, target, columns, key, steps, comparesValues, mends: request.mends ?? [] }
  const check = onlyKeys ? 'some-rows' : planCheck(both)
  if (!comparesValues) return { check }
  const isByBoth = typeof check !== 'string' && check.areValues === true
  const sentCheck = format === COMMON_TEXT && (!isByBoth || isRejecting) ? planSentCheck(target, columns) : undefined
  logUncompared(isByBoth ? check : (sentCheck ?? check), target, tracker)
  return defined({ check: isByBoth || !sentCheck ? check : sentCheck, sentCheck })
}

function logUncompared(check: PlannedStream['check'], { columns }: Target, tracker: ResolvedRequest['tracker']): void {
  if (typeof check === 'string' || !check.areValues) {
    tracker.log('info', check === 'message' ? NO_VALUES_OF_MESSAGES : NO_VALUES)
    return
  }
  const compared = (check.slower ?? check).landed.columns
  const left = columns.filter((name) => !compared.includes(name)).join(', ')
  if (left !== '') tracker.log('info', sentence`Values of these columns are not compared: ${left}.`)
}

const NO_VALUES_OF_MESSAGES = sentence`The rows are sent in a message, whose values cannot be compared.`

const NO_VALUES = sentence`The two servers have no common sum of these columns, so their values are not compared.`
