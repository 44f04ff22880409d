import { useLingui } from '@lingui/react/macro'

import type { RunVerdict, VerdictName } from '../../../core/catalog/runs/verdict/run-verdict.ts'
import { useFormats } from '../../i18n/use-formats.ts'

interface VerdictText {
  readonly name: string
  /** What the name does not say. */
  readonly detail: string | undefined
}

/** The words for what a run is called. */
export function useVerdictText(): (verdict: RunVerdict) => VerdictText {
  const { t } = useLingui()
  const { number, share } = useFormats()
  const names: Readonly<Record<VerdictName, string>> = {
    queued: t`Queued`,
    running: t`Running`,
    finishing: t`Finishing`,
    succeeded: t`Succeeded`,
    'partly-succeeded': t`Partly succeeded`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
    skipped: t`Skipped`,
    'would-succeed': t`Would succeed`,
    'would-partly-succeed': t`Would partly succeed`,
    'would-fail': t`Would fail`,
    same: t`Same`,
    differs: t`Differs`,
    compared: t`Compared`,
    'partly-compared': t`Partly compared`,
    'not-compared': t`Not compared`,
  }
  const detailOf = ({ name, rejected, tables }: RunVerdict) => {
    if (tables) return t`${number(tables.over)} of ${number(tables.all)} tables`
    if (!rejected) return undefined
    const [rows, percent] = [number(rejected.rows), share(rejected.percent / 100)]
    return name.startsWith('would') ? t`${rows} would be rejected (${percent})` : t`${rows} rejected (${percent})`
  }
  return (verdict) => ({ name: names[verdict.name], detail: detailOf(verdict) })
}
