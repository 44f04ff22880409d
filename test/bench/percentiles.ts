/** Of milliseconds, to the tenth. */
export function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    return Math.round(value * 10) / 10
  }
  return { least: at(0), p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}
