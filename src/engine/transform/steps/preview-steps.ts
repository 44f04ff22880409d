import { defined } from '../../../core/catalog/defined.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import type { Problem } from '../../ports/connector.ts'
import type { Field } from '../../ports/value-type.ts'
import type { BoundColumn } from '../columns/relation.ts'
import type { Step } from '../columns/step.ts'
import { explainExecution } from '../duckdb/explain-duckdb.ts'
import { framesOfRows } from '../duckdb/frames-of-rows.ts'
import { openDuckdb } from '../duckdb/open-duckdb.ts'
import { bindParameters, whileNotAborted } from '../duckdb/query-runner.ts'
import { BatchSink } from '../rows/batch-sink.ts'
import { STATEMENT_BYTES, stepStatement } from '../rows/batch-statement.ts'
import { loadRows } from '../rows/load-rows.ts'
import { bindSteps, type LoadedStream, type StepsInput, type StepsSource } from './bind-steps.ts'
import { type JoinedRows, loadPartners, type ReadPartners } from './load-partners.ts'

/** Rows shown after each step. */
const SHOWN_ROWS = 100

export interface PreviewRequest {
  readonly input: StepsInput
  readonly steps: readonly Step[]
  readonly source: StepsSource
  /** A sample of the stream, in the order of its columns. */
  readonly rowsOf: (stream: StepsInput) => Promise<readonly (readonly Field[])[]>
  /** Rows of another stream that may be joined to the sample. */
  readonly readPartners: ReadPartners
  readonly salt: string
  readonly signal: AbortSignal
  /** Called when work on a step begins. */
  readonly onStep?: (id: string) => void
  /** Called for each finished step, before all of them are finished. */
  readonly onPreview?: (preview: StepPreview) => void
}

export interface StepPreview {
  readonly id: string
  readonly columns: readonly Pick<BoundColumn, 'name' | 'label'>[]
  /** As common text; the first hundred rows. */
  readonly rows: readonly (readonly Field[])[]
  readonly rowCount: number
  /** For a join: the rows of its other stream with which it was done. */
  readonly joined?: JoinedRows
  readonly error?: Problem
}

/**
 * Runs the steps of one stream on a sample, as a run would, and shows the rows after each. A step with an error has it in the result, and
 * later steps are absent. @throws ConnectorError for the source, or the signal's reason
 */
export async function previewSteps(request: PreviewRequest): Promise<readonly StepPreview[]> {
  const { input, steps, source, rowsOf, readPartners, salt, signal, onStep = () => {}, onPreview = () => {} } = request
  const duckdb = await openDuckdb()
  const { connection } = duckdb
  const query = <T>(work: () => Promise<T>) => whileNotAborted(connection, signal, work)
  try {
    const bound = await bindSteps(connection, input, steps, source, onStep)
    await load(bound.main, await rowsOf(bound.main))
    await connection.run('CREATE TEMP TABLE shown (encoded BLOB)')
    const previews: StepPreview[] = []
    for (const [index, { id, relation }] of bound.relations.entries()) {
      onStep(id)
      try {
        const join = bound.joins.find((one) => one.id === id)
        const joined = join && (await loadPartners(connection, bound, join, { salt, readPartners, query }))
        const preview = {
          id,
          columns: relation.columns.map(shownColumn),
          ...(await rowsAfter(index)),
          ...defined({ joined }),
        }
        previews.push(preview)
        onPreview(preview)
      } catch (error) {
        signal.throwIfAborted()
        const problem = explainExecution(error, input.entity, bound.rules)
        return [...previews, { id, columns: relation.columns.map(shownColumn), rows: [], rowCount: 0, error: problem }]
      }
    }
    if (!bound.failure) return previews
    return [...previews, { id: bound.failure.id, columns: [], rows: [], rowCount: 0, error: bound.failure.problem }]

    /** Stored in DuckDB until they are counted, because steps may create any number of rows from a few. */
    async function rowsAfter(index: number): Promise<Pick<StepPreview, 'rows' | 'rowCount'>> {
      await connection.run('TRUNCATE shown')
      const statement = await connection.prepare(stepStatement(bound, index))
      bindParameters(statement, { salt, left: bound.passLimit ?? 0 })
      const rowCount = (await query(() => statement.run())).rowsChanged
      const shown = await connection.run(`SELECT encoded FROM shown LIMIT ${SHOWN_ROWS}`)
      const decoder = new RowDecoder({ showsReplacements: true })
      const rows = (await shown.fetchAllChunks()).flatMap((chunk) => decoder.push(framesOfRows(duckdb, chunk)))
      return { rows, rowCount }
    }
  } finally {
    duckdb.close()
  }

  async function load(stream: LoadedStream, rows: readonly (readonly Field[])[]): Promise<void> {
    const sink = new BatchSink(await loadRows(connection, stream, query), { bytes: STATEMENT_BYTES })
    const encoder = new RowEncoder()
    for (const row of rows) encoder.add(row)
    if (!sink.write(encoder.take().frames)) await sink.drained()
    if ((await sink.end()) !== rows.length) throw new Error('the sample has other rows than were read')
  }
}

const shownColumn = ({ name, label }: BoundColumn) => ({ name, label })
