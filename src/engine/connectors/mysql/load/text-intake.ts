import { releaseMemory } from '../../../formats/release-memory.ts'
import type * as sql from '../../sql/sql-load.ts'
import type { LoadText } from '../rows/load-text.ts'
import type { LostZeros } from '../rows/lost-zeros.ts'
import type { RowIntake } from './row-intake.ts'

/** Takes frames as the text that the server reads. @param zeros sees all of it */
export function textIntake(text: LoadText, intake: RowIntake, zeros?: LostZeros): sql.RowIntake {
  const take = (texts: readonly Buffer[]) =>
    texts.reduce((_, some) => {
      zeros?.see(some)
      return intake.write(some)
    }, true)
  return {
    failure: intake.failure,
    write: (frames) => {
      const texts = text.push(frames)
      releaseMemory(frames)
      return take(texts)
    },
    drained: () => intake.drained(),
    finish: () => {
      take(text.take())
      return intake.finish()
    },
  }
}
