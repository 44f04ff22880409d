import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { ReadRequest } from '../../ports/source.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'

/** How a source reads values that only its own system can express; values that were read as NULL are reported with the stream. */
export const readingInvalid = ({
  onInvalid,
  zeroDates,
  tracker,
  target,
  steps,
  ...stream
}: Pick<PlannedStream, 'onInvalid' | 'zeroDates' | 'tracker' | 'target' | 'steps' | 'key' | 'moment'>): Pick<
  ReadRequest,
  'onInvalid' | 'zeroDates' | 'required' | 'onReadAsNull'
> => ({
  onInvalid,
  zeroDates,
  // Steps may replace the missing value.
  ...defined({ required: steps ? undefined : onInvalid === 'reject' ? target.checks?.required : keptKey(stream) }),
  onReadAsNull: (column, rows) => {
    tracker.columnsReadAsNull.add(column)
    tracker.log(
      'warning',
      rows === 1
        ? sentence`1 date of "${column}" is not a valid calendar date, such as 0000-00-00, and was read as NULL.`
        : sentence`${rows} dates of "${column}" are not valid calendar dates, such as 0000-00-00, and were read as NULL.`,
      'source',
    )
  },
})

/** A mirror finds its rows by their key, so that a value of it is never read as NULL. */
const keptKey = ({ key, moment }: Pick<PlannedStream, 'key' | 'moment'>) => (moment === undefined ? undefined : key)
