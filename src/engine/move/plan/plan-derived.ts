import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { RawRows } from '../../ports/derivation.ts'
import type { Target } from '../../ports/target.ts'
import { at } from '../run/errors-at.ts'
import { derivationOf } from './derived-steps.ts'
import type { PlanDeps, ResolvedRequest } from './plan-stream.ts'

/** A stream of which the destination runs the last steps. */
export interface DerivedStream {
  /** The stream as it arrives before these steps. */
  readonly resolved: ResolvedRequest
  readonly target: Target
  readonly derived: {
    /** The number of these steps. */
    readonly steps: number
    /** The tables that they join, whose rows arrive beside. */
    readonly others: readonly RawRows[]
  }
}

/** @returns nothing if all steps run before the rows arrive. @throws ConnectorError */
export async function planDerived(
  resolved: ResolvedRequest,
  target: Target,
  { isRowLimited = false, destination }: Pick<PlanDeps, 'isRowLimited' | 'destination'>,
): Promise<DerivedStream | undefined> {
  const { request, tracker, stream } = resolved
  const { steps, request: wanted } = stream
  if (!steps?.last) return undefined
  const { last } = steps
  // A limit of rows is one of the rows that arrive.
  const isWhole = !isRowLimited && arrivesWhole(request, destination)
  const first = isWhole && target.derived ? await last.bindFirst() : undefined
  const rows = {
    columns: first?.columns ?? stream.drift.columns,
    computed: first?.computed ?? [],
    ...defined({ system: wanted.system }),
  }
  const derivation = derivationOf(last, stream.entity.name, rows)
  const raw = isWhole && target.derived ? await at('destination', target.derived(derivation)) : undefined
  if (!raw) {
    tracker.log('info', NOT_THERE, 'step')
    return undefined
  }
  const { columns, computed } = derivation.main
  const arriving = { ...wanted, columns, ...defined({ computed: first ? computed : undefined }) }
  return {
    resolved: { ...resolved, stream: { ...stream, steps: first, request: arriving } },
    target: raw,
    derived: { steps: last.steps.length, others: derivation.others },
  }
}

function arrivesWhole(
  { selection, onInvalid, zeroDates, checks = [] }: ResolvedRequest['request'],
  { sql }: PlanDeps['destination'],
): boolean {
  // Checks that are made here are of the rows that arrive.
  const isChecked = checks.length > 0 && !sql
  return !selection && !isChecked && onInvalid !== 'reject' && zeroDates !== 'reject'
}

const NOT_THERE = sentence`The destination could not run the last steps here as Millrace does, so Millrace ran them.`
