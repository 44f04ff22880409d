import { useLingui } from '@lingui/react/macro'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  Clock,
  Hourglass,
  type IconNode,
  LoaderCircle,
  Power,
  TriangleAlert,
} from 'lucide'
import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import type { MirrorState } from '../../../core/catalog/mirrors/mirror-states.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { type FlowCondition, flowCondition } from '../../../core/flows/overview/flow-condition.ts'
import type { MirrorSummary } from '../../../core/mirrors/mirror.ts'
import { classNames } from '../../kit/class-names.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import tones from '../../kit/tone.module.css'
import type { Tone } from '../../kit/tone.ts'
import { mirrorTone } from '../../mirrors/mirror-tone.ts'
import { useMirrorWords } from '../../mirrors/use-mirror-words.ts'
import { useMirror, useMirrorSummary } from '../../queries/use-mirrors.ts'
import styles from './flow-state.module.css'

const MARKS: Readonly<Record<FlowCondition, { readonly icon: IconNode; readonly tone: Tone }>> = {
  running: { icon: LoaderCircle, tone: 'accent' },
  failed: { icon: CircleAlert, tone: 'danger' },
  partly: { icon: TriangleAlert, tone: 'warning' },
  late: { icon: Clock, tone: 'warning' },
  rejected: { icon: TriangleAlert, tone: 'warning' },
  off: { icon: Power, tone: 'neutral' },
  well: { icon: CircleCheck, tone: 'success' },
  cancelled: { icon: CircleSlash, tone: 'neutral' },
  never: { icon: CircleDashed, tone: 'neutral' },
}

const QUEUED = { icon: Hourglass, tone: 'neutral' } as const

const MIRROR_MARKS: Readonly<Record<MirrorState, IconNode>> = {
  starting: LoaderCircle,
  copying: LoaderCircle,
  following: CircleCheck,
  failing: CircleAlert,
  pausing: LoaderCircle,
  paused: CirclePause,
  stopping: LoaderCircle,
  off: CircleDashed,
}

/** How a flow is doing: in words, with a colour and a picture. */
export function FlowState({ flow }: { readonly flow: Flow }) {
  const { data } = useMirror(flow.id, isMirrored(flow.config))
  const listed = useMirrorSummary(flow)
  const mirror = data ?? listed
  return listed && mirror ? <StateOfMirror mirror={mirror} /> : <StateOfRuns flow={flow} />
}

function StateOfMirror({ mirror }: { readonly mirror: MirrorSummary }) {
  const words = useMirrorWords()
  const icon = MIRROR_MARKS[mirror.state]
  return (
    <span className={classNames(styles['state'], tones[mirrorTone(mirror)])}>
      <Icon of={icon} size={15} className={classNames(icon === LoaderCircle && styles['turning'])} />
      {words(mirror)}
    </span>
  )
}

function StateOfRuns({ flow }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const condition = flowCondition(flow)
  const isQueued = condition === 'running' && flow.lastRun?.status === 'queued'
  const { icon, tone } = isQueued ? QUEUED : MARKS[condition]
  const words: Readonly<Record<FlowCondition, string>> = {
    running: t`Running`,
    failed: t`The last run failed`,
    partly: t`The last run partly succeeded`,
    late: t`Late`,
    rejected: t`Rows were rejected`,
    off: t`Switched off`,
    well: t`All is well`,
    cancelled: t`The last run was cancelled`,
    never: t`Never run`,
  }
  return (
    <span className={classNames(styles['state'], tones[tone])}>
      <Icon of={icon} size={15} className={classNames(icon === LoaderCircle && styles['turning'])} />
      {isQueued ? t`Queued` : words[condition]}
    </span>
  )
}
