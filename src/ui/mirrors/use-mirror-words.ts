import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { MirrorState } from '../../core/catalog/mirrors/mirror-states.ts'
import type { MirrorSummary } from '../../core/mirrors/mirror.ts'
import { mirrorLag } from '../../core/mirrors/mirror-lag.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { useNow } from '../i18n/use-now.ts'

/** What a mirror does, in a few words: for lists, and beside its name. */
export function useMirrorWords(): (mirror: MirrorSummary) => string {
  const { t } = useLingui()
  const { duration } = useFormats()
  const now = Math.max(useNow(), Date.now())
  return (mirror) => {
    const lag = mirrorLag(mirror, now)
    const { pausedTables = 0 } = mirror
    const words: Readonly<Record<MirrorState, string>> = {
      starting: t`Starting to mirror`,
      copying: t`Mirroring · copying tables`,
      following:
        pausedTables > 0
          ? t`Mirroring · ${plural(pausedTables, { one: '# table paused', other: '# tables paused' })}`
          : lag === undefined
            ? t`Mirroring`
            : t`Mirroring · ${duration(lag)} behind`,
      failing: waitingFor(mirror),
      pausing: t`Pausing`,
      paused: t`Paused`,
      stopping: t`Ending the mirror`,
      off: t`Mirror not started`,
    }
    return words[mirror.state]
  }

  function waitingFor({ problem }: MirrorSummary): string {
    if (problem?.side === 'source') return t`Waits for the source`
    return problem?.side === 'destination' ? t`Waits for the destination` : t`Waits, tries again`
  }
}
