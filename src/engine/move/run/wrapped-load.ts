import { defined } from '../../../core/catalog/defined.ts'
import type { Load } from '../../ports/load.ts'

/** A load that does the same as another one, except for these methods. */
export const wrappedLoad = (load: Load, changes: Partial<Load>): Load => ({
  failure: load.failure,
  write: (frames, rows) => load.write(frames, rows),
  drained: () => load.drained(),
  finish: () => load.finish(),
  ...defined({
    digest: load.digest?.bind(load),
    deriving: load.deriving,
    find: load.find,
    vanished: load.vanished,
    removeViolations: load.removeViolations?.bind(load),
  }),
  commit: (highWaterMark, accept) => load.commit(highWaterMark, accept),
  abandon: () => load.abandon(),
  ...changes,
})
