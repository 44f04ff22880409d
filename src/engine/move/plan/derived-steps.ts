import { defined } from '../../../core/catalog/defined.ts'
import { mayRunInDestination, runsIn } from '../../../core/catalog/transformations/step-choices.ts'
import { linesIn, namesIn, textIn } from '../../../core/catalog/transformations/transformation-settings.ts'
import {
  type ChosenColumn,
  DERIVED_MEASURES,
  type Derivation,
  type DerivedMeasure,
  type DerivedStep,
} from '../../ports/derivation.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { Step } from '../../transform/columns/step.ts'
import type { StepsOutline } from '../../transform/steps/bind-steps.ts'

/** The last steps of a stream, in a form that a destination may support. */
export interface LastSteps {
  /** How many steps come before them. */
  readonly after: number
  readonly steps: readonly DerivedStep[]
  /** Columns of the rows before them, without which they cannot run. */
  readonly needs: readonly string[]
  /** The tables that they join. */
  readonly others: readonly { readonly entity: string; readonly columns: readonly SourceColumn[] }[]
}

/**
 * The steps from the first one on that combines rows, if somebody chose the destination for one of them.
 * @returns nothing if one of them is none for a destination, or is to run here
 */
export function lastSteps(steps: readonly Step[], { relations, others }: StepsOutline): LastSteps | undefined {
  const after = steps.findIndex((step) => mayRunInDestination(step.type) && runsIn(step.settings) !== 'millrace')
  const last = after < 0 ? [] : steps.slice(after)
  if (!last.some(({ settings }) => runsIn(settings) === 'destination')) return undefined
  const derived: DerivedStep[] = []
  const joined = steps.slice(0, Math.max(after, 0)).filter(({ type }) => type === 'join').length
  let pairs = 0
  for (const [at, step] of last.entries()) {
    const before = relations[after + at]?.relation.columns ?? []
    const left = relations[after + at + 1]?.relation.columns ?? []
    const made = runsIn(step.settings) === 'millrace' ? undefined : derivedStep(step, { before, left, other: pairs })
    if (!made) return undefined
    if (made.kind === 'pair') pairs++
    derived.push(made)
  }
  const read = others.slice(joined)
  return {
    after,
    steps: derived,
    needs: neededBy(derived, relations.at(-1)?.relation.columns.map(({ name }) => name) ?? []),
    others: read.map(({ entity, columns }) => ({ entity, columns })),
  }
}

type Columns = StepsOutline['relations'][number]['relation']['columns']

interface Around {
  readonly before: Columns
  readonly left: Columns
  /** The number of joins before. */
  readonly other: number
}

function derivedStep({ type, settings }: Step, { before, left, other }: Around): DerivedStep | undefined {
  switch (type) {
    case 'select':
      return { kind: 'choose', columns: namesIn(settings, 'columns').map((name) => [name, name]) }
    case 'rename': {
      const names = new Map(linesIn(settings, 'columns').map((line) => [line['column'], line['to']]))
      return { kind: 'choose', columns: before.map(({ name }): ChosenColumn => [name, names.get(name) || name]) }
    }
    case 'deduplicate': {
      const order = linesIn(settings, 'keep').map((line) => ({
        column: line['column'] ?? '',
        isDescending: line['direction'] === 'descending',
      }))
      return { kind: 'first', by: namesIn(settings, 'by'), order }
    }
    case 'aggregate':
      return groups(settings, left)
    case 'join': {
      const mine = before.map(({ name }) => name)
      return {
        kind: 'pair',
        other,
        on: linesIn(settings, 'on').map((line) => [line['column'] ?? '', line['other'] ?? ''] as const),
        added: left.flatMap(({ name }): ChosenColumn[] => (mine.includes(name) ? [] : [[name, name]])),
        keepsAll: textIn(settings, 'rows') !== 'matching',
      }
    }
    default:
      return undefined
  }
}

function groups(settings: Step['settings'], left: Columns): DerivedStep | undefined {
  const measures = linesIn(settings, 'measures').map((line): DerivedMeasure | undefined => {
    const measure = DERIVED_MEASURES.find((name) => name === line['function'])
    const made = left.find(({ name }) => name === line['name'])
    if (!measure || !made) return undefined
    const of = line['column'] ? { column: line['column'] } : {}
    return { name: made.name, measure, value: made.value, ...of }
  })
  const known = measures.filter((measure) => measure !== undefined)
  return known.length === measures.length ? { kind: 'group', by: namesIn(settings, 'by'), measures: known } : undefined
}

/** The columns of the first rows without which these columns of the last ones cannot be made. */
function neededBy(steps: readonly DerivedStep[], columns: readonly string[]): readonly string[] {
  let needed = new Set(columns)
  for (const step of steps.toReversed()) {
    switch (step.kind) {
      case 'choose':
        needed = new Set(step.columns.flatMap(([from, name]) => (needed.has(name) ? [from] : [])))
        break
      case 'first':
        needed = new Set([...needed, ...step.by, ...step.order.map(({ column }) => column)])
        break
      case 'group':
        needed = new Set([...step.by, ...step.measures.flatMap(({ column }) => column ?? [])])
        break
      case 'pair': {
        const added = step.added.map(([, name]) => name)
        needed = new Set([...needed].filter((name) => !added.includes(name)))
        for (const [mine] of step.on) needed.add(mine)
      }
    }
  }
  return [...needed]
}

/** The same steps with the rows that come before them. @param columns of the rows before the first of them */
export function derivationOf(
  { steps, needs, others }: LastSteps,
  entity: string,
  {
    columns,
    computed,
    system,
  }: { readonly columns: readonly SourceColumn[]; readonly computed: readonly string[] } & Pick<Derivation, 'system'>,
): Derivation {
  // The key of the source proves that all rows have arrived.
  const kept = columns.filter(({ name, keyPosition }) => needs.includes(name) || keyPosition !== undefined)
  const main = { entity, columns: kept.length > 0 ? kept : columns.slice(0, 1), computed }
  const raw = others.map((other) => ({ ...other, computed: [] }))
  return defined({ main, others: raw, steps, system })
}
