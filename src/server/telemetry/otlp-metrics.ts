import type { Family } from '../metrics/metrics.ts'
import { attributesOf, nanoseconds, type Resource } from './otlp-values.ts'

/** All values since the start of the process, as `/metrics` has them. */
const CUMULATIVE = 2

/** The body of `/v1/metrics`, of the same families as `/metrics`. @param since the start of the process, and @param at now, in milliseconds since 1970 */
export function otlpMetrics(resource: Resource, families: readonly Family[], since: number, at: number) {
  const times = { startTimeUnixNano: nanoseconds(since), timeUnixNano: nanoseconds(at) }
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeMetrics: [{ scope: { name: 'millrace' }, metrics: families.map((family) => metricOf(family, times)) }],
      },
    ],
  }
}

interface Times {
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

function metricOf(family: Family, times: Times) {
  const { name, help: description } = family
  const unit = /_seconds$/.test(name) ? 's' : /_bytes(?:_moved_total)?$/.test(name) ? 'By' : '1'
  if (family.type === 'histogram') {
    const dataPoints = family.values.map(({ labels, buckets, sum, count }) => ({
      ...times,
      attributes: attributesOf(labels),
      count: String(count),
      sum,
      explicitBounds: family.bounds,
      // The last bucket has what is above every bound.
      bucketCounts: [...buckets, count - buckets.reduce((total, each) => total + each, 0)].map(String),
    }))
    return { name, description, unit, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } }
  }
  const dataPoints = family.values.map(({ labels = {}, value }) => ({
    ...times,
    attributes: attributesOf(labels),
    asDouble: value,
  }))
  return family.type === 'counter'
    ? { name, description, unit, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
    : { name, description, unit, gauge: { dataPoints } }
}
