import { Plural } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { isRunning } from '../../queries/use-flows.ts'

/** The rows that the last run has written. */
export function FlowRows({ flow, hasUnit = false }: { readonly flow: Flow; readonly hasUnit?: boolean }) {
  const { number } = useFormats()
  const rows = isRunning(flow) ? undefined : flow.lastRun?.rowsWritten
  if (rows === undefined) return hasUnit ? null : <span aria-hidden>–</span>
  return hasUnit ? <Plural value={rows} one={`${number(rows)} row`} other={`${number(rows)} rows`} /> : number(rows)
}
