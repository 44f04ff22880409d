export interface Sample {
  /** In hours. */
  readonly at: number
  readonly value: number
}

/** How much a value grows in an hour, by least squares; 0 for fewer than two samples. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) => samples.reduce((sum, one) => sum + pick(one), 0) / samples.length
  const at = mean((sample) => sample.at)
  const value = mean((sample) => sample.value)
  const spread = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0)
  if (spread === 0) return 0
  return samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.value - value), 0) / spread
}
