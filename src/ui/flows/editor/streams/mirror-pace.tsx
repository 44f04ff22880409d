import { useLingui } from '@lingui/react/macro'
import { USUAL_MIRROR_SECONDS } from '../../../../core/catalog/mirrors/mirror-pace.ts'
import type { FlowConfig } from '../../../../core/flows/flow.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { Choice } from './choice.tsx'

/** In seconds. */
const INTERVALS = [15, 30, 60, 120, 300, 900, 3_600] as const

interface MirrorPaceProps {
  readonly config: FlowConfig
  onChange(config: FlowConfig): void
}

/** How often the destination gets a batch. */
export function MirrorPace({ config, onChange }: MirrorPaceProps) {
  const { t } = useLingui()
  const { duration } = useFormats()
  const { mirrorSeconds: chosen = USUAL_MIRROR_SECONDS, ...others } = config
  const intervals = [...new Set([...INTERVALS, chosen])].sort((one, other) => one - other)
  const choose = (seconds: number) =>
    onChange(seconds === USUAL_MIRROR_SECONDS ? others : { ...others, mirrorSeconds: seconds })
  return (
    <Choice
      label={t`Interval`}
      value={String(chosen)}
      isOff={false}
      options={intervals.map((seconds) => ({ value: String(seconds), label: duration(seconds * 1_000) }))}
      onChoose={(value) => choose(Number(value))}
    />
  )
}
