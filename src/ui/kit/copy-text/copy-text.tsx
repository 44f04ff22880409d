import { Trans } from '@lingui/react/macro'
import { Check, Copy } from 'lucide'
import { useRef, useState } from 'react'

import { Button } from '../button/button.tsx'
import styles from './copy-text.module.css'
import { copyToClipboard } from './copy-to-clipboard.ts'

interface CopyTextProps {
  /** The name of the text. */
  readonly label: string
  readonly text: string
  /** The same for reading, if it is written otherwise. */
  readonly shown?: string
}

/** A text to be copied, as it is. */
export function CopyText({ label, text, shown: readable = text }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false)
  const shown = useRef<HTMLPreElement>(null)
  const copy = async () => {
    const isDone = await copyToClipboard(text)
    setCopied(isDone)
    // The browser does not allow it: then it is selected, so that the user can copy it.
    if (!isDone && shown.current) getSelection()?.selectAllChildren(shown.current)
  }
  return (
    <section className={styles['copy']} aria-label={label}>
      <div className={styles['bar']}>
        <h3 className={styles['label']}>{label}</h3>
        <Button size="xs" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          <span className="visually-hidden">: {label}</span>
        </Button>
      </div>
      <pre ref={shown} className={styles['text']}>
        {readable}
      </pre>
    </section>
  )
}
