/** Every nth, from a place that the seed decides. */
export const pick = <T>(all: readonly T[], every: number, seed: number): readonly T[] =>
  all.filter((_, at) => (at + seed) % every === 0)
