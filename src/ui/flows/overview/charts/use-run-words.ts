import { useLingui } from '@lingui/react/macro'

import { verdictOf } from '../../../../core/catalog/runs/verdict/run-verdict.ts'
import type { DrawnRun } from '../../../../core/flows/overview/flow-overview.ts'
import { durationOf } from '../../../../core/flows/overview/run-durations.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useVerdictText } from '../../../runs/state/use-verdict-text.ts'

const TWO_DAYS = 2 * 86_400_000

export const startOf = ({ startedAt, queuedAt }: DrawnRun): string => startedAt ?? queuedAt

/** A run in words, and its time as an axis has it. */
export function useRunWords(runs: readonly DrawnRun[]) {
  const { t } = useLingui()
  const { minute, hour, day, duration, number } = useFormats()
  const textOf = useVerdictText()
  const [oldest, newest] = [runs[0], runs.at(-1)]
  const isShort = oldest && newest && Date.parse(newest.queuedAt) - Date.parse(oldest.queuedAt) < TWO_DAYS
  return {
    tick: (run: DrawnRun) => (isShort ? hour : day)(startOf(run)),
    title: (run: DrawnRun) => minute(startOf(run)),
    state: (run: DrawnRun) => textOf(verdictOf({ status: run.status })).name,
    took: (run: DrawnRun) => {
      const took = durationOf(run)
      return took === undefined ? '–' : duration(took)
    },
    rejected: (run: DrawnRun) => (run.rowsRejected > 0 ? t`${number(run.rowsRejected)} rejected` : ''),
  }
}
