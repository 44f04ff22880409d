import type { RowIntake } from '../../sql/sql-load.ts'
import type { CopyIn } from '../driver/postgres-session.ts'

export const copyIntake = (copy: CopyIn): RowIntake => ({
  failure: copy.done,
  write: (frames) => copy.write(frames),
  drained: () => copy.drained(),
  finish: () => {
    copy.end()
    return copy.done
  },
})
