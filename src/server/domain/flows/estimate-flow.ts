import { defined } from '../../../core/catalog/defined.ts'
import { estimated, type Figure, roughly, sumOf, UNKNOWN, withAmount } from '../../../core/catalog/estimates/figure.ts'
import { estimateMove, type MoveEstimate } from '../../../engine/move/estimate/estimate-move.ts'
import type { StreamRequest } from '../../../engine/move/run/stream-request.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Step } from '../../../engine/transform/columns/step.ts'
import type { Schedule } from '../../store/flows/flow-config.ts'
import type { RunSpeed } from '../../store/runs/run-speed.ts'
import { askDestination } from '../connections/ask-destination.ts'
import { inspectSource } from '../connections/inspect-source.ts'
import type { OpenedConnection } from '../connections/open-endpoint.ts'
import { countDays, countFirings } from '../schedules/count-firings.ts'
import type { StreamStates } from './load-stream-states.ts'

/** A month of a schedule, so that every month is as long. */
const MONTH_DAYS = 30

export interface EstimatedFlow extends Partial<StreamStates> {
  readonly source: OpenedConnection
  readonly destination: OpenedConnection
  /** None means every entity. */
  readonly streams: readonly StreamRequest[]
  readonly steps: readonly Step[]
  readonly schedule?: Schedule | null | undefined
  /** The latest runs of the flow. Absent: it has not been saved. */
  readonly speed?: RunSpeed
  /** What the latest run that succeeded has paid. */
  readonly lastDollars?: number | undefined
}

/** What a run of a flow would move, take and cost. */
export interface FlowEstimate extends MoveEstimate {
  /** At the speed of the latest runs. */
  readonly seconds: Figure
  /** Of both ends. */
  readonly dollars?: Figure
  /** By the schedule, in the next 30 days. */
  readonly month?: { readonly runs: Figure; readonly dollars?: Figure; readonly rows: Figure }
}

/** Nothing is written, and nothing that a vendor charges is asked. @throws ConnectorError when an end cannot be reached; RequestError */
export async function estimateFlow(flow: EstimatedFlow, context: ConnectorContext): Promise<FlowEstimate> {
  const { source, destination, streams, steps, stateOf, knownTargets, schedule, speed, lastDollars } = flow
  const wanted = { entity: 'the tables of the source', field: 'source_connection' }
  const moved = await inspectSource(source, wanted, context, (opened, signal) =>
    askDestination(destination, { ...context, signal }, (asked) => {
      const known = defined({ stateOf, knownTargets })
      return estimateMove({ source: opened, destination: asked, streams, steps, ...known })
    }),
  )
  const price = dollarsOf(moved)
  const dollars = price && asLately(price, lastDollars)
  const rows = sumOf(moved.streams.map(({ written }) => written.rows))
  return {
    ...moved,
    seconds: secondsFor(sumOf(moved.streams.map(({ read }) => read.rows)), speed),
    ...defined({ dollars }),
    ...monthOf(schedule, { rows, dollars: (days, runs) => dollarsIn(moved, { days, runs, last: lastDollars }) }),
  }
}

function dollarsOf({ source, destination }: MoveEstimate): Figure | undefined {
  const charged = [source, destination].flatMap(({ figures }) => figures.dollars ?? [])
  return charged.length === 0 ? undefined : sumOf(charged)
}

/** A lower limit says less than what the last run has paid. */
const asLately = (dollars: Figure, last: number | undefined): Figure =>
  dollars.bound === 'least' && last !== undefined && last > (dollars.amount ?? 0) ? estimated(last) : dollars

function secondsFor(rows: Figure, speed: RunSpeed | undefined): Figure {
  if (!speed || speed.runs === 0 || speed.rows_read === 0) return UNKNOWN
  return roughly(withAmount(rows, (amount) => (amount * speed.seconds) / speed.rows_read))
}

interface OfMonth {
  /** Of each run. */
  readonly rows: Figure
  /** Of all runs, which are on so many days. */
  dollars(days: number, runs: number): Figure | undefined
}

function monthOf(schedule: EstimatedFlow['schedule'], { rows, dollars }: OfMonth): Pick<FlowEstimate, 'month'> {
  const firings = schedule && firingsOf(schedule)
  if (!firings) return {}
  const { runs, days } = firings
  const price = dollars(days, runs.amount ?? 0)
  return { month: defined({ runs, rows: times(rows, runs.amount ?? 0), dollars: price }) }
}

const times = (figure: Figure, factor: number): Figure => roughly(withAmount(figure, (amount) => amount * factor))

/** Answers that are kept for their day are paid once a day; today they may have been paid already. */
function dollarsIn(
  { source, destination }: MoveEstimate,
  { days, runs, last }: { readonly days: number; readonly runs: number; readonly last: number | undefined },
): Figure | undefined {
  const charged = [source, destination].flatMap(({ figures, dollarsOfDay }) => {
    if (dollarsOfDay) return times(asLately(dollarsOfDay, last), days)
    return figures.dollars ? times(asLately(figures.dollars, last), runs) : []
  })
  return charged.length === 0 ? undefined : sumOf(charged)
}

/** Nothing for a schedule from before schedules were checked when saved. */
function firingsOf(schedule: Schedule): { readonly runs: Figure; readonly days: number } | undefined {
  try {
    const now = new Date()
    return { runs: countFirings(schedule, now, MONTH_DAYS), days: countDays(schedule, now, MONTH_DAYS) }
  } catch {
    return undefined
  }
}
