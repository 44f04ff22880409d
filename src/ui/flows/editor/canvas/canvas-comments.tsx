import { useLingui } from '@lingui/react/macro'
import { useReactFlow, ViewportPortal } from '@xyflow/react'
import { MessageSquarePlus } from 'lucide'
import { type RefObject, useState } from 'react'

import { withComment, withoutComment } from '../../../../core/flows/edit-comments.ts'
import type { FlowConfig } from '../../../../core/flows/flow.ts'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { CanvasComment } from './canvas-comment.tsx'
import styles from './canvas-comments.module.css'

interface CanvasCommentsProps {
  readonly config: FlowConfig
  readonly isReadOnly: boolean
  /** The visible part of the picture. */
  readonly canvas: RefObject<HTMLElement | null>
  /** Quick changes of one kind are one undo step. */
  onChange(config: FlowConfig, kind?: string): void
}

/** Texts on the picture, which people put where they are needed, and the button for another one. */
export function CanvasComments({ config, isReadOnly, canvas, onChange }: CanvasCommentsProps) {
  const { t } = useLingui()
  const { screenToFlowPosition } = useReactFlow()
  const [fresh, setFresh] = useState<string>()
  const add = () => {
    const { left = 0, top = 0, width = 0, height = 0 } = canvas.current?.getBoundingClientRect() ?? {}
    const { x, y } = screenToFlowPosition({ x: left + width / 2, y: top + height / 4 })
    const id = `c${crypto.getRandomValues(new Uint32Array(2)).join('')}`
    setFresh(id)
    onChange(withComment(config, { id, text: '', x: Math.round(x), y: Math.round(y) }))
  }
  return (
    <>
      {!isReadOnly && (
        <span className={styles['add']}>
          <IconButton size="sm" icon={MessageSquarePlus} label={t`Add a comment`} onClick={add} />
        </span>
      )}
      <ViewportPortal>
        {config.comments?.map((comment) => (
          <CanvasComment
            key={comment.id}
            comment={comment}
            isReadOnly={isReadOnly}
            isFresh={comment.id === fresh}
            onChange={(changed) => onChange(withComment(config, changed), `comment ${comment.id}`)}
            onRemove={() => onChange(withoutComment(config, comment.id))}
          />
        ))}
      </ViewportPortal>
    </>
  )
}
