import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../../core/catalog/defined.ts'
import { linesIn, namesIn, textIn } from '../../../core/catalog/transformations/transformation-settings.ts'
import type { Problem } from '../../ports/connector.ts'
import type { SourceColumn } from '../../ports/source.ts'
import { bindColumns, columnNamed, withKey } from '../columns/bind-columns.ts'
import type { ColumnLineage } from '../columns/column-lineage.ts'
import { readStream } from '../columns/read-stream.ts'
import { type OutlinedColumn, PLACE, type Relation } from '../columns/relation.ts'
import { type Step, StepError } from '../columns/step.ts'
import { ValueRules } from '../columns/value-rules.ts'
import { tableStatement } from '../rows/batch-statement.ts'
import { dependsOnTimeOrChance } from '../sql/changing-functions.ts'
import { queryColumns } from '../sql/query-columns.ts'
import { rowWiseQuery } from '../sql/row-wise-query.ts'
import { seesOtherRows } from '../sql/sql-tree.ts'
import { usedColumns } from '../sql/used-columns.ts'
import { checkSettings, checkSql, whichExpression } from './check-step.ts'
import { ColumnTracer } from './column-tracer.ts'
import { type CompiledStep, compileStep } from './compile-step.ts'
import { RowPassing } from './row-passing.ts'

/** The input of the steps. */
export interface StepsInput {
  readonly entity: string
  readonly columns: readonly SourceColumn[]
}

export interface StepsSource {
  /** Every entity that a join may name; undefined if a query for them would be too expensive. */
  readonly entities: readonly string[] | undefined
  find(entity: string): StepsInput | undefined
}

/** A stream's rows in a table of DuckDB, one encoded field per column. */
export interface LoadedStream extends StepsInput {
  readonly table: string
}

/** Facts about the steps of one stream before any row is read. */
export interface StepsOutline {
  readonly main: LoadedStream
  /** Other streams that joins read. */
  readonly others: readonly LoadedStream[]
  /** The input rows, then the rows after each step. */
  readonly relations: readonly {
    readonly id: string
    readonly relation: { readonly columns: readonly OutlinedColumn[] }
  }[]
  /** Hidden columns of the fields whose values steps use; the others pass unchanged, or are left out. */
  readonly used: ReadonlySet<string>
  /** From which columns of the source those after the last step are made. */
  readonly lineage: ColumnLineage
  /** Whether the steps work row by row, so that the rows need not all be present at once. */
  readonly isRowWise: boolean
  /** Whether each row after the steps comes from one row of the stream, and no row from two. */
  readonly isTraceable: boolean
  readonly leavesRowsOut: boolean
  /** Whether the same rows come out each time: nothing depends on the time or on chance. */
  readonly isRepeatable: boolean
  /** The maximum number of the stream's first rows that a step needs. */
  readonly readLimit?: number
  /** The maximum number of rows after a limit that follows a filtering step. In row-wise steps, all other steps keep the number. */
  readonly passLimit?: number
  /** The first step with an error; later steps were not checked. */
  readonly failure?: { readonly id: string; readonly problem: Problem }
}

/** A join, for a reader that reads only the partners of some rows. */
export interface BoundJoin {
  readonly id: string
  /** The rows before the join. */
  readonly input: Relation
  /** The other stream, and its rows as values. */
  readonly stream: LoadedStream
  readonly other: Relation
  /** Pairs of columns with equal values: of the rows before the join, and of the other stream. */
  readonly on: readonly (readonly [mine: string, other: string])[]
}

/** The steps of one stream as SQL; valid in any DuckDB with these tables. */
export interface BoundSteps extends StepsOutline {
  /** Common table expressions, each over those before it. */
  readonly queries: readonly string[]
  readonly relations: readonly { readonly id: string; readonly relation: Relation }[]
  readonly joins: readonly BoundJoin[]
  readonly rules: ValueRules
}

/** The part of bound steps that other processes may know. */
export const outlineOf = ({
  queries: _queries,
  rules: _rules,
  joins: _joins,
  relations,
  ...outline
}: BoundSteps): StepsOutline => ({
  ...outline,
  relations: relations.map(({ id, relation }) => ({
    id,
    relation: { columns: relation.columns.map(({ type: _type, ...column }) => column) },
  })),
})

/** The name of the input rows among the steps. */
export const SOURCE_ID = 'source'

/** Determines columns and types after each step before any row is read. Creates the streams' tables, empty. */
export async function bindSteps(
  connection: DuckDBConnection,
  input: StepsInput,
  steps: readonly Step[],
  source: StepsSource,
  onStep: (id: string) => void = () => {},
): Promise<BoundSteps> {
  const binding = new Binding(connection, { ...input, table: 'raw_0' }, source)
  let id = SOURCE_ID
  try {
    await binding.bindSource()
    for (const [index, step] of steps.entries()) {
      id = step.id
      onStep(id)
      await binding.bindStep(step, index, isInOrder(steps, index))
    }
    return binding.bound()
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    return { ...binding.bound(), failure: { id, problem: error.problem } }
  }
}

/** Whether the rows after a step have to be in the order of those before it: in another one a limit would keep other rows. */
const isInOrder = (steps: readonly Step[], index: number): boolean =>
  steps.some(({ type }, at) => (at < index && type === 'sort') || (at > index && type === 'limit'))

/** DuckDB keeps the rows of these steps, and of windows, by their values, and returns them in any order. */
const mixes = ({ type }: Step, expressions: Parameters<typeof seesOtherRows>[0]): boolean =>
  type === 'deduplicate' || type === 'join' || seesOtherRows(expressions)

/** Binds one step after the other, each over the result of the earlier ones. */
class Binding {
  readonly #connection: DuckDBConnection
  readonly #main: LoadedStream
  readonly #source: StepsSource
  readonly #rules = new ValueRules()
  readonly #others: LoadedStream[] = []
  readonly #queries: string[] = []
  readonly #relations: { id: string; relation: Relation }[] = []
  readonly #joins: BoundJoin[] = []
  readonly #used = new Set<string>()
  readonly #passing = new RowPassing()
  #isRepeatable = true
  readonly #tracer = new ColumnTracer()

  constructor(connection: DuckDBConnection, main: LoadedStream, source: StepsSource) {
    this.#connection = connection
    this.#main = main
    this.#source = source
  }

  bound(): BoundSteps {
    const { isRowWise, isTraceable, leavesRowsOut, readLimit, passLimit } = this.#passing
    return defined({
      main: this.#main,
      others: this.#others,
      queries: this.#queries,
      relations: this.#relations,
      joins: this.#joins,
      rules: this.#rules,
      used: this.#used,
      lineage: this.#tracer.lineage(),
      isRowWise,
      isTraceable,
      leavesRowsOut,
      isRepeatable: this.#isRepeatable,
      readLimit,
      passLimit,
    })
  }

  async bindSource(): Promise<void> {
    this.#relations.push({ id: SOURCE_ID, relation: await this.#bindStream(this.#main, 's0') })
  }

  /** @param isInOrder whether the order of its rows is of use. @throws StepError */
  async bindStep(step: Step, index: number, isInOrder: boolean): Promise<void> {
    const before = this.#relations.at(-1)?.relation
    if (!before) throw new Error('a step without rows to work on')
    checkSettings(step, before, this.#main.entity, this.#source)
    const expressions = await checkSql(this.#connection, step, before)
    const { input, inOrder } = this.#placed(before, index, isInOrder && mixes(step, expressions))
    const other = await this.#bindJoined(step, input, index)
    const joined = other && { other }
    const isInBatches = this.#passing.limits(step) && this.#passing.leavesRowsOut
    const name = `s${index + 1}`
    let compiled = inOrder(compileStep({ step, input, rules: this.#rules, isInBatches, ...joined }))
    let columns = await this.#bindColumns(name, compiled).catch(async (error: unknown) => {
      throw await whichExpression(this.#connection, this.#queries, step, input, error)
    })
    const names = columns.map((column) => column.name)
    const query =
      step.type === 'sql'
        ? await rowWiseQuery(this.#connection, textIn(step.settings, 'query'), input, names)
        : undefined
    if (query) {
      compiled = query.compiled
      columns = await this.#bindColumns(name, compiled)
    }
    const uses = query?.used ?? usedColumns({ step, input, expressions, ...joined })
    for (const { raw } of uses) if (raw !== undefined) this.#used.add(raw)
    this.#passing.add(step, query, seesOtherRows(expressions))
    const known = before.columns.map((column) => column.name)
    this.#isRepeatable &&= !dependsOnTimeOrChance(expressions, known)
    this.#addQuery(name, compiled)
    const { isNumbered, sortedBy } = compiled
    const sorted = sortedBy === undefined ? {} : { sorted: { rows: input.name, by: sortedBy } }
    const relation = { name, columns: withKey(columns, input, compiled), isNumbered, ...sorted }
    this.#relations.push({ id: step.id, relation })
    const isQuery = step.type === 'sql'
    const made = isQuery && (await queryColumns(this.#connection, textIn(step.settings, 'query'), input, names))
    this.#tracer.addStep({
      step,
      input: before,
      relation,
      expressions,
      ...joined,
      ...defined({ query: made || undefined }),
    })
  }

  /** The rows of a step, if need be with their place among all, and how those after it keep that order. */
  #placed(rows: Relation, index: number, keepsOrder: boolean) {
    if (!keepsOrder) return { input: rows, inOrder: (compiled: CompiledStep) => compiled }
    const name = `p${index + 1}`
    this.#addQuery(name, { sql: `SELECT *, row_number() OVER () AS ${PLACE} FROM ${rows.name}` })
    const inOrder = (compiled: CompiledStep) => ({ ...compiled, sql: `${compiled.sql} ORDER BY ${PLACE}` })
    return { input: { ...rows, name }, inOrder }
  }

  async #bindJoined(step: Step, input: Relation, index: number): Promise<Relation | undefined> {
    const joined = step.type === 'join' ? this.#source.find(textIn(step.settings, 'stream')) : undefined
    if (!joined) return undefined
    const stream = { ...joined, columns: joinedColumns(step, joined), table: `raw_${this.#others.length + 1}` }
    this.#others.push(stream)
    const other = await this.#bindStream(stream, `o${index}`)
    const on = linesIn(step.settings, 'on').map((line) => [line['column'] ?? '', line['other'] ?? ''] as const)
    this.#joins.push({ id: step.id, input, stream, other, on })
    return other
  }

  async #bindStream(stream: LoadedStream, name: string): Promise<Relation> {
    const fields = stream.columns.map((_, field) => field)
    await this.#connection.run(tableStatement(stream, fields))
    const compiled = readStream(stream, this.#rules)
    const columns = await this.#bindColumns(name, compiled)
    this.#addQuery(name, compiled)
    const bound = columns.map((column, at) => columnNamed(column, stream.columns[at]))
    const relation = { name, columns: bound, isNumbered: true }
    this.#tracer.addStream(relation, stream.entity)
    return relation
  }

  #bindColumns(name: string, compiled: CompiledStep) {
    return bindColumns(this.#connection, this.#queries, name, compiled)
  }

  /** If DuckDB materialized it for a step that reads its rows twice, the query would read values that nobody needs. */
  #addQuery(name: string, { sql }: Pick<CompiledStep, 'sql'>): void {
    this.#queries.push(`${name} AS NOT MATERIALIZED (${sql})`)
  }
}

/** The columns that a join needs from its other stream. */
function joinedColumns({ settings }: Step, { columns }: StepsInput): readonly SourceColumn[] {
  const chosen = namesIn(settings, 'columns')
  const keys = linesIn(settings, 'on').map((line) => line['other'])
  return chosen.length === 0 ? columns : columns.filter(({ name }) => chosen.includes(name) || keys.includes(name))
}
