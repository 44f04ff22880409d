import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide'
import { isPaced } from '../../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../../core/catalog/defined.ts'
import { mirrorObstacles } from '../../../../core/catalog/mirrors/mirror-obstacles.ts'
import { USUAL_MIRROR_SECONDS } from '../../../../core/catalog/mirrors/mirror-pace.ts'
import type { Flow, FlowConfig } from '../../../../core/flows/flow.ts'
import { withoutObstacle } from '../../../../core/mirrors/without-obstacle.ts'
import { ErrorState } from '../../../errors/error-state.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { Skeleton } from '../../../kit/skeleton/skeleton.tsx'
import { useMirrorRefusals } from '../../../mirrors/use-mirror-refusals.ts'
import { useMirrorReadiness } from '../../../queries/use-mirrors.ts'
import styles from './flow-setup.module.css'
import { MirrorHindrances } from './mirror-hindrances.tsx'
import { MirrorPace } from './mirror-pace.tsx'

interface MirrorReadinessProps {
  readonly flow: Flow
  readonly isReadOnly: boolean
  onChange(config: FlowConfig): void
}

/** Whether the flow can be a mirror: what of it has to go, and what has to be executed at the source. */
export function MirrorReadiness({ flow, isReadOnly, onChange }: MirrorReadinessProps) {
  const { t } = useLingui()
  const refusals = useMirrorRefusals()
  const { config } = flow
  const hasPace = isPaced(flow.destinationConnection?.type ?? '')
  const asked = defined({
    entities: config.streams.map(({ entity }) => entity),
    mirrorSeconds: hasPace ? (config.mirrorSeconds ?? USUAL_MIRROR_SECONDS) : undefined,
  })
  const { data, isPending, isFetching, isError, error, refetch } = useMirrorReadiness(flow.id, asked, !isReadOnly)
  const obstacles = mirrorObstacles(config)
  if (isReadOnly) return null
  return (
    <section className={styles['section']} aria-labelledby="mirror-title">
      <div className={styles['bar']}>
        <h2 id="mirror-title" className={styles['heading']}>
          <Trans>Mirror</Trans>
        </h2>
        <IconButton
          icon={RotateCw}
          size="sm"
          label={t`Ask the source again`}
          aria-busy={isFetching}
          onClick={() => void refetch()}
        />
      </div>
      {obstacles.map((obstacle) => (
        <Callout
          key={obstacle}
          tone="warning"
          actions={
            <Button size="sm" onClick={() => onChange(withoutObstacle(config, obstacle))}>
              <Trans>Remove</Trans>
              <span className="visually-hidden">: {refusals[obstacle]}</span>
            </Button>
          }
        >
          {refusals[obstacle]}
        </Callout>
      ))}
      {hasPace && <MirrorPace config={config} onChange={onChange} />}
      {isPending && <Skeleton height="3rem" />}
      {isError && <ErrorState title={t`The source could not be asked`} error={error} onRetry={() => void refetch()} />}
      {data && <MirrorHindrances hindrances={data.hindrances} isReady={obstacles.length === 0} />}
    </section>
  )
}
