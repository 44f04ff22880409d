import type { LearnedPoint, PlannedFault } from './fault-points.ts'

type Learned = PlannedFault & LearnedPoint

/** Faults where the same is sent over the same link are nearly one: of those only the first and the last are kept. */
export function distinct(faults: readonly Learned[]): readonly Learned[] {
  const places = Map.groupBy(faults, ({ link, fault, sent }) => [fault, link, withoutNames(sent)].join('\n'))
  const kept = new Set([...places.values()].flatMap((same) => [same[0], same.at(-1)]))
  return faults.filter((fault) => kept.has(fault))
}

/** What is another one in every run: numbers, ids, and what signs in. */
const withoutNames = (words: string) =>
  words
    .replace(/\b[rp]=\S+/g, '')
    .replace(/[0-9a-f]{4,}(-[0-9a-f]+)*|\d+/g, '#')
    .slice(0, 60)
