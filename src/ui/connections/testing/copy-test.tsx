import { Trans } from '@lingui/react/macro'
import { Check, Copy, X } from 'lucide'
import { useState } from 'react'

import { Button } from '../../kit/button/button.tsx'

const ICONS = { waiting: Copy, copied: Check, refused: X } as const

/** Copies a failed test as text, for a colleague who runs the server. */
export function CopyTest({ text }: { text: string }) {
  const [state, setState] = useState<keyof typeof ICONS>('waiting')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Without https, or if the browser does not allow it.
      setState('refused')
    }
  }
  return (
    <Button size="sm" icon={ICONS[state]} onClick={() => void copy()}>
      {state === 'waiting' && <Trans>Copy</Trans>}
      {state === 'copied' && <Trans>Copied</Trans>}
      {state === 'refused' && <Trans>The browser does not allow it</Trans>}
    </Button>
  )
}
