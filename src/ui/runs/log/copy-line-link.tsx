import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { Check, Link2, X } from 'lucide'
import { useState } from 'react'

import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import styles from './run-log.module.css'

const ICONS = { waiting: Link2, copied: Check, refused: X } as const

/** Copies the address of one line, for a colleague: the page of the run, without the filters of this log. */
export function CopyLineLink({ runId, line }: { readonly runId: string; readonly line: number }) {
  const { t } = useLingui()
  const router = useRouter()
  const [state, setState] = useState<keyof typeof ICONS>('waiting')
  const labels = {
    waiting: t`Copy the link to this line`,
    copied: t`The link was copied`,
    refused: t`The browser does not allow copying: copy the address of this page`,
  }
  const copy = async () => {
    const { href } = router.buildLocation({ to: '/runs/$id', params: { id: runId }, search: { line } })
    try {
      await navigator.clipboard.writeText(new URL(href, location.origin).href)
      setState('copied')
    } catch {
      // Without https, or if the browser does not allow it.
      setState('refused')
    }
  }
  return (
    <IconButton
      size="xs"
      icon={ICONS[state]}
      label={labels[state]}
      className={styles['copy']}
      onClick={() => void copy()}
    />
  )
}
