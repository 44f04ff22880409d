import { COUNTS, type Counters, DURATIONS, type Labels } from '../host/counters.ts'

/** A value that goes up and down, read on request. */
export interface Gauge {
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels?: Labels; readonly value: number }[]
}

export interface Metrics extends Counters {
  /** Everything in the text format of Prometheus, version 0.0.4. */
  render(gauges: readonly Gauge[]): string
}

interface Distribution {
  readonly labels: Labels
  /** One per bound; each counts the values above the previous bound and up to its own. */
  readonly buckets: number[]
  sum: number
  count: number
}

/** Counts in memory what one process did since its start, as Prometheus expects it. */
export function makeMetrics(): Metrics {
  const counts = new Map<keyof typeof COUNTS, Map<string, number>>()
  const distributions = new Map<keyof typeof DURATIONS, Map<string, Distribution>>()

  return {
    count: (name, labels = {}, by = 1) => {
      const series = seriesOf(counts, name)
      const key = inBraces(labels)
      series.set(key, (series.get(key) ?? 0) + by)
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

    render: (gauges) => {
      const lines: string[] = []
      const head = (name: string, help: string, type: string) =>
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
      for (const [name, series] of counts) {
        head(name, COUNTS[name], 'counter')
        for (const [labels, value] of series) lines.push(`${name}${labels} ${value}`)
      }
      for (const [name, series] of distributions) {
        head(name, DURATIONS[name].help, 'histogram')
        for (const distribution of series.values()) lines.push(...linesOf(name, distribution))
      }
      for (const { name, help, values } of gauges) {
        head(name, help, 'gauge')
        for (const { labels = {}, value } of values) lines.push(`${name}${inBraces(labels)} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}

function linesOf(name: keyof typeof DURATIONS, { labels, buckets, sum, count }: Distribution): string[] {
  let below = 0
  const bounded = DURATIONS[name].bounds.map((bound, place) => {
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
