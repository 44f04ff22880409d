/** Every nth, from a place that the seed decides. */
export const pick = <T>(all: readonly T[], every: number, seed: number): readonly T[] =>
  all.filter((_, at) => (at + seed) % every === 0)

/** So many, evenly spread over all, from a place that the seed decides. */
export const pickSome = <T>(all: readonly T[], count: number, seed: number): readonly T[] => {
  const step = Math.floor(all.length / count)
  return Array.from({ length: count }, (_, n) => all[(seed * 37 + n * step) % all.length]).filter(
    (one) => one !== undefined,
  )
}
