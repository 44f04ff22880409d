import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { runPrice } from '../../../core/flows/run-price.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { isRunning } from '../../queries/use-flows.ts'
import { useRunDisabledReasons } from '../../runs/actions/use-run-disabled-reason.ts'

export type AskedName = 'run' | 'enable' | 'disable'

interface BatchWords {
  readonly title: string
  readonly confirmLabel: string
  readonly consequences: readonly string[]
  /** The reason why one is left out. */
  skips(flow: Flow): string | undefined
}

/** The question before something is done with many flows. */
export function useBatchWords(name: AskedName, flows: readonly Flow[]): BatchWords {
  const { t } = useLingui()
  const running = useRunWords(name === 'run' ? flows : [])
  const isOn = name === 'enable'
  const skips = ({ enabled, codeFile }: Flow) => {
    if (enabled === isOn) return isOn ? t`On already` : t`Off already`
    return codeFile === undefined ? undefined : t`A file owns it`
  }
  const count = flows.filter((flow) => skips(flow) === undefined).length
  const words = t`${plural(count, { one: '# flow', other: '# flows' })}`
  if (name === 'run') return running
  return isOn
    ? {
        title: t`Switch on ${words}?`,
        confirmLabel: t`Switch on`,
        consequences: [t`Their schedules start them again.`],
        skips,
      }
    : {
        title: t`Switch off ${words}?`,
        confirmLabel: t`Switch off`,
        consequences: [t`Nothing starts them until then.`],
        skips,
      }
}

function useRunWords(flows: readonly Flow[]): BatchWords {
  const { t } = useLingui()
  const runDisabledReason = useRunDisabledReasons()
  const { price, number } = useFormats()
  const skips = (flow: Flow) => (isRunning(flow) ? t`Running already` : runDisabledReason(flow))
  const wanted = flows.filter((flow) => skips(flow) === undefined)
  const rows = sum(wanted, ({ lastRun }) => lastRun?.rowsWritten)
  const dollars = sum(wanted, (flow) => runPrice(flow)?.dollars)
  return {
    title: t`Run ${plural(wanted.length, { one: '# flow', other: '# flows' })}?`,
    confirmLabel: t`Run`,
    consequences: [
      t`They start in turn; you may leave this page.`,
      ...(rows > 0 ? [t`Their last runs wrote ${number(rows)} rows.`] : []),
      dollars > 0 ? t`At least ${price(dollars)}: vendors charge per request.` : t`No vendor charges for reading.`,
    ],
    skips,
  }
}

const sum = (flows: readonly Flow[], of: (flow: Flow) => number | undefined): number =>
  flows.reduce((total, flow) => total + (of(flow) ?? 0), 0)
