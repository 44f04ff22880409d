import { Trans, useLingui } from '@lingui/react/macro'
import { type IconNode, Pause, Play } from 'lucide'
import type { ReactNode } from 'react'
import { defined } from '../../core/catalog/defined.ts'
import type { WantedMirror } from '../../core/catalog/mirrors/mirror-states.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { Button, type ButtonProps } from '../kit/button/button.tsx'
import { useMirrorSummary, useWantMirror } from '../queries/use-mirrors.ts'
import styles from './mirror-state.module.css'

interface MirrorButtonProps {
  readonly flow: Flow
  readonly size?: ButtonProps['size']
  /** Of the button that starts it. */
  readonly variant?: ButtonProps['variant']
  /** Why it cannot be started now. */
  readonly disabledReason?: string | undefined
  /** Saves unsaved changes before it starts; resolves with whether everything is saved. */
  onSave?(): Promise<boolean>
  onStarted?(): void
}

/** Starts or pauses the mirror of a flow. */
export function MirrorButton({ flow, size = 'md', variant, disabledReason, onSave, onStarted }: MirrorButtonProps) {
  const { t } = useLingui()
  const wanted = useMirrorSummary(flow)?.wanted ?? 'off'
  const { mutate: want, isPending } = useWantMirror(flow.id)
  const forbidden = useDisabledReason('flow.write')
  const next = NEXT[wanted]
  const reason =
    next.to === 'on' ? (disabledReason ?? (flow.enabled ? undefined : t`The flow is switched off`)) : undefined
  const names: Readonly<Record<WantedMirror, { readonly long: ReactNode; readonly tip: string }>> = {
    off: { long: <Trans>Start mirror</Trans>, tip: t`Start mirror` },
    paused: { long: <Trans>Resume</Trans>, tip: t`Resume` },
    on: { long: <Trans>Pause</Trans>, tip: t`Pause` },
  }
  const act = async () => {
    if (next.to === 'on' && onSave && !(await onSave())) return
    want(next.to, { onSuccess: () => next.to === 'on' && onStarted?.() })
  }
  return (
    <Button
      size={size}
      variant={next.to === 'on' ? variant : undefined}
      icon={next.icon}
      isBusy={isPending}
      disabledReason={forbidden ?? reason}
      {...defined({ 'data-tooltip': size === 'sm' ? (forbidden ?? reason ?? names[wanted].tip) : undefined })}
      onClick={() => void act()}
    >
      <span className={size === 'sm' ? styles['word'] : undefined}>{names[wanted].long}</span>
    </Button>
  )
}

const NEXT: Readonly<Record<WantedMirror, { readonly to: WantedMirror; readonly icon: IconNode }>> = {
  off: { to: 'on', icon: Play },
  paused: { to: 'on', icon: Play },
  on: { to: 'paused', icon: Pause },
}
