import { COUNTS, type Counters, DURATIONS, type Labels } from '../host/counters.ts'

/** A value that goes up and down, read on request. */
export interface Gauge {
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels?: Labels; readonly value: number }[]
}

/** A metric with all of its series. */
export type Family = { readonly name: string; readonly help: string } & (
  | { readonly type: 'counter' | 'gauge'; readonly values: Gauge['values'] }
  | { readonly type: 'histogram'; readonly bounds: readonly number[]; readonly values: readonly Distribution[] }
)

export interface Metrics extends Counters {
  /** Everything that was counted, and the gauges. */
  families(gauges: readonly Gauge[]): Family[]
  /** The same in the text format of Prometheus, version 0.0.4. */
  render(gauges: readonly Gauge[]): string
}

interface Distribution {
  readonly labels: Labels
  /** One per bound; each counts the values above the previous bound and up to its own. */
  readonly buckets: number[]
  sum: number
  count: number
}

interface Count {
  readonly labels: Labels
  value: number
}

/** Counts in memory what one process did since its start. */
export function makeMetrics(): Metrics {
  const counts = new Map<keyof typeof COUNTS, Map<string, Count>>()
  const distributions = new Map<keyof typeof DURATIONS, Map<string, Distribution>>()
  const families = (gauges: readonly Gauge[]): Family[] => [
    ...[...counts].map(
      ([name, series]): Family => ({ name, help: COUNTS[name], type: 'counter', values: [...series.values()] }),
    ),
    ...[...distributions].map(
      ([name, series]): Family => ({ name, type: 'histogram', ...DURATIONS[name], values: [...series.values()] }),
    ),
    ...gauges.map((gauge): Family => ({ ...gauge, type: 'gauge' })),
  ]

  return {
    count: (name, labels = {}, by = 1) => {
      const series = seriesOf(counts, name)
      const key = inBraces(labels)
      const known = series.get(key) ?? { labels, value: 0 }
      known.value += by
      series.set(key, known)
    },

    observe: (name, seconds, labels = {}) => {
      const { bounds } = DURATIONS[name]
      const series = seriesOf(distributions, name)
      const key = inBraces(labels)
      const known = series.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 }
      const place = bounds.findIndex((bound) => seconds <= bound)
      if (place >= 0) known.buckets[place] = (known.buckets[place] ?? 0) + 1
      known.sum += seconds
      known.count += 1
      series.set(key, known)
    },

    families,

    render: (gauges) => `${families(gauges).flatMap(textOf).join('\n')}\n`,
  }
}

const textOf = (family: Family): readonly string[] => {
  const { name, help, type } = family
  const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
  if (family.type === 'histogram')
    return [...head, ...family.values.flatMap((each) => linesOf(name, family.bounds, each))]
  return [...head, ...family.values.map(({ labels = {}, value }) => `${name}${inBraces(labels)} ${value}`)]
}

function linesOf(name: string, bounds: readonly number[], { labels, buckets, sum, count }: Distribution): string[] {
  let below = 0
  const bounded = bounds.map((bound, place) => {
    below += buckets[place] ?? 0
    return `${name}_bucket${inBraces({ ...labels, le: String(bound) })} ${below}`
  })
  const own = inBraces(labels)
  return [
    ...bounded,
    `${name}_bucket${inBraces({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${own} ${sum}`,
    `${name}_count${own} ${count}`,
  ]
}

function seriesOf<Name, Value>(all: Map<Name, Map<string, Value>>, name: Name): Map<string, Value> {
  const known = all.get(name) ?? new Map<string, Value>()
  all.set(name, known)
  return known
}

const inBraces = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
