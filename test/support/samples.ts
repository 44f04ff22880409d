import { pick } from '../faults/pick.ts'

/** `npm run test:full` tries all of what is too much for every run. */
export const TRIES_ALL = process.env['TEST_SAMPLES'] === 'all'

/** Decides which part the other runs try; it is the same every time. */
export const SEED = 5

/** All in `npm run test:full`, and every nth otherwise. */
export const sampleOf = <T>(all: readonly T[], every: number): readonly T[] =>
  TRIES_ALL ? all : pick(all, every, SEED)

/** All in `npm run test:full`; otherwise so many, which differ from case to case, so that all cases together try each of them. */
export const inTurn = <T>(all: readonly T[], atCase: number, count = 1): readonly T[] =>
  TRIES_ALL || all.length <= count
    ? all
    : Array.from({ length: count }, (_, n) => all[(atCase * count + n) % all.length] as T)

/** All in `npm run test:full`, and the first ones otherwise. */
export const firstOf = <T>(all: readonly T[], count = 1): readonly T[] => (TRIES_ALL ? all : all.slice(0, count))
