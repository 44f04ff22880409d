import { linesIn, namesIn, ROW_DECISIONS } from '../../../core/catalog/transformations/transformation-settings.ts'
import {
  type ColumnLineage,
  type ColumnSource,
  madeBy,
  type RowInfluence,
  withoutRepeats,
} from '../columns/column-lineage.ts'
import type { BoundColumn, Relation } from '../columns/relation.ts'
import type { QueryColumns } from '../sql/query-columns.ts'
import { columnsUsedFor, mentionedColumns, type StepUse } from '../sql/used-columns.ts'

interface TracedStep extends StepUse {
  /** The rows after it. */
  readonly relation: Relation
  /** Of a query of a user. */
  readonly query?: QueryColumns
}

type Sources = ReadonlyMap<string, readonly ColumnSource[]>

/** Follows columns through the steps of a stream, one step after the other. */
export class ColumnTracer {
  readonly #sources = new Map<string, Sources>()
  readonly #rows: RowInfluence[] = []
  #last: Relation | undefined

  /** The columns of a stream are their own source. */
  addStream(relation: Relation, entity: string): void {
    this.#last ??= relation
    this.#sources.set(
      relation.name,
      new Map(relation.columns.map(({ name }) => [name, [{ entity, column: name, way: 'identity' }]])),
    )
  }

  addStep(traced: TracedStep): void {
    const { input, other, relation, query } = traced
    this.#last = relation
    this.#sources.set(
      relation.name,
      new Map(relation.columns.map(({ name }, index) => [name, withoutRepeats(this.#made(traced, name, index))])),
    )
    for (const { by, column } of query?.rows ?? []) this.#decides(by, input, [column])
    for (const by of ROW_DECISIONS) {
      const { own, others } = columnsUsedFor([by], traced)
      this.#decides(by, input, own)
      if (other) this.#decides(by, other, others)
    }
  }

  lineage(): ColumnLineage {
    const sources = this.#sources.get(this.#last?.name ?? '')
    return {
      columns:
        this.#last?.columns.map(({ name }) => ({
          name,
          from: sources?.get(name) ?? [],
        })) ?? [],
      rows: withoutRepeats(this.#rows),
    }
  }

  #made(traced: TracedStep, name: string, index: number): readonly ColumnSource[] {
    const { step, input, other } = traced
    switch (step.type) {
      case 'rename':
        return this.#of(input, input.columns[index]?.name ?? '')
      case 'cast':
      case 'mask': {
        const isChanged = linesIn(step.settings, 'columns').some((line) => line['column'] === name)
        const own = this.#of(input, name)
        return isChanged ? madeBy('transformation', own, step.type === 'mask') : own
      }
      case 'compute':
        return this.#computed(traced, name)
      case 'aggregate':
        return this.#measured(traced, name)
      case 'join':
        return this.#of(index < input.columns.length || !other ? input : other, name)
      case 'sql':
        return this.#queried(traced, index)
      default:
        step.type satisfies 'select' | 'filter' | 'deduplicate' | 'sort' | 'limit'
        return this.#of(input, name)
    }
  }

  #computed({ step, input, expressions }: TracedStep, name: string): readonly ColumnSource[] {
    const expression = expressions[linesIn(step.settings, 'columns').findIndex((line) => line['name'] === name)]
    if (!expression) return this.#of(input, name)
    return madeBy('transformation', this.#ofAll(input, mentionedColumns(expression, input)))
  }

  #measured({ step: { settings }, input }: TracedStep, name: string): readonly ColumnSource[] {
    const measure = linesIn(settings, 'measures').find((line) => line['name'] === name)
    if (!measure || namesIn(settings, 'by').includes(name)) return this.#of(input, name)
    return madeBy('aggregation', this.#of(input, measure['column'] ?? ''))
  }

  #queried({ input, query }: TracedStep, index: number): readonly ColumnSource[] {
    const made = query?.columns[index]
    return made ? madeBy(made.way, this.#ofAll(input, made.from)) : []
  }

  #ofAll = (relation: Relation, columns: readonly BoundColumn[]): readonly ColumnSource[] =>
    columns.flatMap(({ name }) => this.#of(relation, name))

  #of = ({ name }: Relation, column: string): readonly ColumnSource[] => this.#sources.get(name)?.get(column) ?? []

  #decides(by: RowInfluence['by'], relation: Relation, columns: readonly BoundColumn[]): void {
    for (const { name } of columns)
      for (const { entity, column } of this.#of(relation, name)) this.#rows.push({ entity, column, by })
  }
}
