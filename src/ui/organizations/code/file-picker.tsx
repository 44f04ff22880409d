import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { FileUp } from 'lucide'
import { useRef, useState } from 'react'

import type { CodeFile } from '../../../core/code/code-plan.ts'
import { Button } from '../../kit/button/button.tsx'
import styles from './code.module.css'

interface FilePickerProps {
  /** Of the files that were picked last. */
  readonly names: readonly string[]
  readonly isBusy: boolean
  onFiles(files: readonly CodeFile[]): void
}

const textsOf = (files: FileList): Promise<readonly CodeFile[]> =>
  Promise.all([...files].map(async (file) => ({ name: file.name, text: await file.text() })))

/** Takes YAML files, picked or dropped. */
export function FilePicker({ names, isBusy, onFiles }: FilePickerProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = async (files: FileList | null) => {
    setOver(false)
    if (files && files.length > 0) onFiles(await textsOf(files))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to the button inside
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: the same
    <div
      className={styles['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        void take(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".yaml,.yml"
        aria-label={t`YAML files`}
        onChange={async ({ target }) => {
          await take(target.files)
          // The same file may be picked again after it was corrected.
          target.value = ''
        }}
      />
      <Button icon={FileUp} isBusy={isBusy} onClick={() => input.current?.click()}>
        <Trans>Choose files</Trans>
      </Button>
      <span className={styles['hint']}>
        {names.length === 0 ? (
          <Trans>or drop YAML files here</Trans>
        ) : names.length === 1 ? (
          names[0]
        ) : (
          <Plural value={names.length} one="# file" other="# files" />
        )}
      </span>
    </div>
  )
}
