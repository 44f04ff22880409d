import { Trans } from '@lingui/react/macro'
import { Check, Copy } from 'lucide'
import { type ReactNode, useRef, useState } from 'react'

import { Button } from '../button/button.tsx'
import { Card } from '../card/card.tsx'
import { copyToClipboard } from '../copy-text/copy-to-clipboard.ts'
import { TextInput } from '../text-input/text-input.tsx'
import styles from './copy-card.module.css'

interface CopyCardProps {
  readonly title: ReactNode
  readonly description: ReactNode
  /** The name of the value. */
  readonly label: string
  readonly value: string
  readonly copyLabel: ReactNode
  onDone(): void
}

/** A value that is shown only now, to be copied. */
export function CopyCard({ title, description, label, value, copyLabel, onDone }: CopyCardProps) {
  const [isCopied, setCopied] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    const isDone = await copyToClipboard(value)
    setCopied(isDone)
    // The browser does not allow it: then it is selected, so that the user can copy it.
    if (!isDone) field.current?.select()
  }
  return (
    <Card title={title} description={description}>
      <div className={styles['line']}>
        <TextInput ref={field} aria-label={label} value={value} readOnly onFocus={({ target }) => target.select()} />
        <Button variant="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? <Trans>Copied</Trans> : copyLabel}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </Card>
  )
}
