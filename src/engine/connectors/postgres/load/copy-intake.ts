import type { NegativeZeros } from '../../../formats/common-text/negative-zeros.ts'
import { FrameWalker } from '../../../formats/frames/frame-walker.ts'
import type { RowIntake } from '../../sql/sql-load.ts'
import type { CopyIn } from '../driver/postgres-session.ts'

/** @param zeros sees all rows, which are common text then */
export function copyIntake(copy: CopyIn, zeros?: NegativeZeros): RowIntake {
  const seen = zeros?.isNeeded ? new FrameWalker((bytes, start, end) => zeros.see(bytes, start, end)) : undefined
  return {
    failure: copy.done,
    write: (frames) => {
      seen?.push(frames)
      return copy.write(frames)
    },
    drained: () => copy.drained(),
    finish: () => {
      copy.end()
      return copy.done
    },
  }
}
