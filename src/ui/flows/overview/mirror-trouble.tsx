import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { MirrorState } from '../../../core/catalog/mirrors/mirror-states.ts'
import type { Mirror } from '../../../core/mirrors/mirror.ts'
import { isDifferent } from '../../../core/mirrors/table-proof.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import type { Tone } from '../../kit/tone.ts'
import { useMirrorSentence } from './use-mirror-sentence.ts'

/** What a mirror does now; if something is wrong, what that is and what to do. */
export function MirrorTrouble({ mirror, actions }: { readonly mirror: Mirror; readonly actions?: ReactNode }) {
  const { t } = useLingui()
  const sentence = useMirrorSentence()
  const serverText = useServerText()
  const { state, problem, holder } = mirror
  const hint = problem && serverText.hint(problem)
  const title = problem ? serverText.message(problem) : t`The mirror was interrupted.`
  const needsLook = mirror.tables.some((table) => table.state === 'paused' || isDifferent(table))
  return (
    <>
      <div role="status">
        <Callout
          tone={state === 'following' && needsLook ? 'warning' : TONES[state]}
          title={state === 'failing' ? title : undefined}
          actions={actions}
        >
          {sentence(mirror)} {hint}
        </Callout>
      </div>
      {holder && holder.seconds >= LONG_SECONDS && <LogHolder holder={holder} />}
    </>
  )
}

/** Shorter transactions are everyday life. */
const LONG_SECONDS = 60

/** Somebody else keeps the source from forgetting its log. */
function LogHolder({ holder: { process, account, seconds } }: { readonly holder: NonNullable<Mirror['holder']> }) {
  const { duration } = useFormats()
  const age = duration(seconds * 1_000)
  return (
    <Callout tone="warning">
      <Trans>
        End process {process} of {account} at the source: its transaction, open for {age}, keeps the log.
      </Trans>
    </Callout>
  )
}

const TONES: Readonly<Record<MirrorState, Tone>> = {
  starting: 'accent',
  copying: 'accent',
  following: 'success',
  failing: 'danger',
  pausing: 'neutral',
  paused: 'neutral',
  stopping: 'neutral',
  off: 'neutral',
}
