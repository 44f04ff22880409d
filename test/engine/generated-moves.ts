import fc from 'fast-check'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { afterRanges } from '../support/ranges/after-ranges.ts'
import { SEED, TRIES_ALL } from '../support/samples.ts'
import {
  expectedRows,
  FILL_OTHER,
  filledWith,
  type GeneratedSteps,
  generatedSteps,
  STEPS_KINDS,
  TABLE,
} from './generated-steps.ts'
import { contextWith, nextFence } from './move-between.ts'
import { leftBehind, moveInRanges, type Pair, type PairEnd, ROWS } from './resumed-pairs.ts'

type System = 'postgres' | 'mysql'

/** Both systems, as a source and as a destination. */
export type Ends = Readonly<Record<System, { readonly from: PairEnd; readonly to: PairEnd }>>

const SYSTEMS: readonly System[] = ['postgres', 'mysql']
const WAYS = fc.record({
  from: fc.constantFrom(...SYSTEMS),
  to: fc.constantFrom(...SYSTEMS),
  kind: fc.constantFrom(...STEPS_KINDS),
  mode: fc.constantFrom('replace' as const, 'append' as const, 'upsert' as const),
  /** The attempt ends after so many ranges, and another one goes on. */
  stopsAfter: fc.constantFrom(0, 1, 3),
  atOnce: fc.constantFrom(1, 2),
})
type Way = typeof WAYS extends fc.Arbitrary<infer Value> ? Value : never

const CHOICES = fc.array(fc.array(fc.nat(40), { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 6 })

/** Among so many each place of a step, each way to write and a resumed table are there. */
const TRIES = { numRuns: TRIES_ALL ? 200 : 8, ...(TRIES_ALL ? {} : { seed: SEED }), endOnFailure: !TRIES_ALL }

/** Moves a table through generated steps by generated ways, and compares it with what DuckDB makes of the whole table. */
export async function expectRightRows(ends: Ends): Promise<void> {
  await Promise.all(SYSTEMS.map((system) => fillSource(ends[system].from)))
  const rowsOf = await expectedRows(ROWS)
  let moves = 0
  await fc.assert(
    fc.asyncProperty(CHOICES, WAYS, async (choices, way) => {
      const source = ends[way.from].from
      const own = ends[way.to].to
      const pair = { source, destination: { ...own, entity: own.entity.replace(/t$/, `t${++moves}`) } }
      const generated = generatedSteps(choices, way.kind, source.entity.replace(/t$/, 'o'))
      await moveBy(way, pair, generated)
      refuseOthers(await arrived(pair.destination, generated), await rowsOf(generated.expected))
      const left = await leftBehind(pair.destination)
      if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
    }),
    TRIES,
  )
}

async function fillSource(end: PairEnd): Promise<void> {
  const [bytes, analyze] =
    end.connector === mysqlConnector ? [' COLLATE utf8mb4_bin', 'ANALYZE TABLE t'] : ['', 'ANALYZE t']
  await end.run(`${TABLE}${bytes}`, filledWith(ROWS), analyze, ...FILL_OTHER)
}

async function moveBy(way: Way, pair: Pair, { steps, after: { unique } }: GeneratedSteps): Promise<void> {
  const { kind, stopsAfter, atOnce } = way
  const { source, destination } = pair
  const isKeyed = unique.length === 1 && unique[0]?.startsWith('id') === true
  const mode = kind === 'in the destination' || (way.mode === 'upsert' && !isKeyed) ? 'replace' : way.mode
  const stream = { entity: source.entity, target: destination.entity, mode, ...(mode === 'upsert' && { key: unique }) }
  const request = {
    streams: [stream],
    transformations: { steps, salt: 'pepper' },
    ranges: { blocks: 8, atOnce },
  }
  const stop = new AbortController()
  const fence = nextFence()
  const stopping = {
    connector: afterRanges(stopsAfter, () => stop.abort(), destination.connector),
    context: contextWith(stop.signal),
    isHandedOver: () => true,
  }
  const first = await moveInRanges(pair, { ...request, fence, ...(stopsAfter > 0 && stopping) })
  const next = { ...request, fence: { ...nextFence(), runId: fence.runId } }
  const isStopped = first.result.streams[0]?.status === 'cancelled'
  const { result } = isStopped ? await moveInRanges(pair, next) : first
  const [moved] = result.streams
  if (moved?.status === 'succeeded') return
  throw new Error(`${JSON.stringify(steps)}: ${moved?.error && inEnglish(moved.error.message)}`)
}

async function arrived(end: PairEnd, { after }: GeneratedSteps): Promise<readonly (readonly unknown[])[]> {
  const mark = end.connector === mysqlConnector ? '`' : '"'
  const names = [...after.columns.keys()].map((name) => `${mark}${name}${mark}`)
  return (await end.run(`SELECT ${names.join(', ')} FROM ${end.entity}`)).map((row) => Object.values(row))
}

/** @throws with the first row that differs, whatever the order */
function refuseOthers(...sides: readonly (readonly (readonly unknown[])[])[]): void {
  const [found = [], wanted = []] = sides.map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
  const at = found.findIndex((row, index) => row !== wanted[index])
  if (found.length !== wanted.length || at >= 0)
    throw new Error(`${found.length} rows for ${wanted.length}: ${found[at]} for ${wanted[at]}`)
}
