import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { FlowEstimateResponse, RunEstimateResponse } from '../../../contract/estimates.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { type Figure, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import type { FlowEstimate, RunEstimate, SideEstimate } from '../../../core/flows/estimate/flow-estimate.ts'

type Row = CamelCased<FlowEstimateResponse>

export const estimateOf = ({ seconds, dollars, month, ...row }: Row): FlowEstimate => ({
  ...row,
  ...sidesOf(row),
  streams: row.streams.map(({ read, written, ...stream }) => ({
    ...stream,
    read: figureOf(read.rows),
    written: figureOf(written.rows),
  })),
  seconds: figureOf(seconds),
  ...defined({
    dollars: dollars && figureOf(dollars),
    month:
      month &&
      defined({
        runs: figureOf(month.runs),
        rows: figureOf(month.rows),
        dollars: month.dollars && figureOf(month.dollars),
      }),
  }),
})

export const runEstimateOf = (row: CamelCased<RunEstimateResponse>): RunEstimate => ({ ...row, ...sidesOf(row) })

const sidesOf = ({ source, destination }: Pick<Row, 'source' | 'destination'>) => ({
  source: sideOf(source),
  destination: sideOf(destination),
})

const sideOf = ({ figures, quotas, ...side }: Row['source']): SideEstimate => ({
  ...side,
  figures: figures.map(({ name, ...figure }) => ({ name, ...figureOf(figure) })),
  quotas: quotas.map(({ needed, left, ...quota }) => ({ ...quota, needed: figureOf(needed), left: figureOf(left) })),
})

/** A certainty that only a newer server knows says nothing. */
const figureOf = (figure: Row['seconds']): Figure =>
  figure.certainty === 'unknown' || figure.amount === undefined ? UNKNOWN : figure
