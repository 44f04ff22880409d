import { Trans } from '@lingui/react/macro'

import { useFormats } from '../../../i18n/use-formats.ts'

interface FreshnessChangeProps {
  /** In minutes; null: none. */
  readonly before: number | null
  readonly after: number | null
}

/** What becomes of the freshness of a flow, with the durations. */
export function FreshnessChange({ before, after }: FreshnessChangeProps) {
  const formats = useFormats()
  const told = (minutes: number) => formats.duration(minutes * 60_000)
  const [was, is] = [before === null ? '' : told(before), after === null ? '' : told(after)]
  if (before === null) return <Trans>The freshness becomes {is}; now there is none.</Trans>
  if (after === null) return <Trans>The freshness is removed; now it is {was}.</Trans>
  return (
    <Trans>
      The freshness becomes {is}; now it is {was}.
    </Trans>
  )
}
