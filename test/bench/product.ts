import { type Measurement, median } from './measure.ts'
import { type Contest, PRODUCT_CONTESTS } from './product-contests.ts'
import { measureMove } from './race.ts'
import { startProduct } from './running-product.ts'

export interface ProductBenchOptions {
  readonly rows: number
  readonly rounds: number
  readonly tables: number
  readonly rowsOfTable: number
  /** One contest alone. */
  readonly only?: string
}

/** Into an empty destination, and again into what the run before has left. */
const RUNS = ['first', 'second', 'third'] as const

/**
 * The whole product as users get it, from the call to *succeeded*, beside the pipe that everybody has and beside the engine alone. All three
 * find an empty database at first, and then their own rows of the run before.
 */
export async function benchProduct({ only, rounds, ...size }: ProductBenchOptions): Promise<void> {
  const chosen = Object.entries(PRODUCT_CONTESTS).filter(([name]) => only === undefined || only === name)
  for (const [name, begin] of chosen) {
    console.log(`\n${name}`)
    const product = await startProduct()
    const contest = await begin(size)
    try {
      const run = await product.makeFlow(contest.flow)
      report(name, contest, await race(contest, run, rounds))
    } finally {
      await product.stop()
      await contest.stop()
    }
  }
}

type Seconds = Readonly<Record<(typeof RUNS)[number], Readonly<Record<string, number[]>>>>

const CONTENDERS = ['pipe', 'engine', 'product'] as const

async function race(contest: Contest, run: () => Promise<Measurement>, rounds: number): Promise<Seconds> {
  const contenders = { pipe: contest.pipe, engine: () => measureMove(contest.engine), product: () => run() }
  const seconds: Seconds = { first: none(), second: none(), third: none() }
  // Servers and a product that have only just started would be slow for that: once, uncounted.
  await contest.empty()
  for (const name of CONTENDERS) await contenders[name](false)
  for (let round = 1; round <= rounds; round += 1) {
    await contest.empty()
    for (const which of RUNS)
      for (const name of CONTENDERS) {
        await contest.flush()
        const { seconds: taken } = await contenders[name](which !== 'first')
        seconds[which][name]?.push(taken)
        console.log(`round ${round}  ${which.padEnd(6)}  ${name.padEnd(8)} ${taken.toFixed(2)} s`)
      }
  }
  return seconds
}

const none = () => Object.fromEntries(CONTENDERS.map((name) => [name, [] as number[]]))

/** Medians of the ratios within a round: on a busy machine the rounds differ, the ratios within one do not. */
function report(bench: string, { pipeName, engine: { rows } }: Contest, seconds: Seconds): void {
  const results = RUNS.map((which) => {
    const { pipe = [], engine = [], product = [] } = seconds[which]
    const ratio = (one: readonly number[], other: readonly number[]) =>
      round2(median(one.map((taken, round) => taken / (other[round] ?? Number.NaN))))
    return {
      run: which,
      [pipeName]: round2(median(pipe)),
      engine: round2(median(engine)),
      product: round2(median(product)),
      engineOfPipe: ratio(engine, pipe),
      productOfPipe: ratio(product, pipe),
      productOfEngine: ratio(product, engine),
    }
  })
  console.table(results)
  console.log(JSON.stringify({ bench: `product ${bench}`, rows, results }))
}

const round2 = (value: number) => Math.round(value * 100) / 100
