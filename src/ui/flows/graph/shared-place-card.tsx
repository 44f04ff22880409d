import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide'

import type { FlowConnection } from '../../../core/flows/flow.ts'
import type { GraphCard } from '../../../core/flows/graph/flow-graph.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { FlowBundleRow } from './flow-bundle.tsx'
import styles from './graph-cards.module.css'

interface SharedPlaceCardProps {
  readonly card: Extract<GraphCard, { readonly kind: 'flows' }>
  readonly after: readonly string[]
  readonly isListed: boolean
}

/** Many flows with the same place in the order. */
export function SharedPlaceCard({ card: { bundle, from }, after, isListed }: SharedPlaceCardProps) {
  const { t } = useLingui()
  const [source, target] = [nameOf(from), nameOf(bundle.to)]
  const before = after.length > 3 ? t`${plural(after.length, { one: '# flow', other: '# flows' })}` : after.join(', ')
  const route = useRoute()(source, target)
  return (
    <div className={styles['card']}>
      <FlowBundleRow
        isAlone
        bundle={bundle}
        told={before === '' ? route : t`${route}, after ${before}`}
        title={
          (source ?? target) === undefined ? (
            route
          ) : (
            <>
              {source} <Icon of={ArrowRight} size={12} /> {target}
            </>
          )
        }
      />
      {isListed && before !== '' && (
        <span className={styles['before']}>
          <Trans>after {before}</Trans>
        </span>
      )}
    </div>
  )
}

function useRoute() {
  const { t } = useLingui()
  return (source: string | undefined, target: string | undefined): string => {
    if (source !== undefined && target !== undefined) return t`${source} to ${target}`
    if (source !== undefined) return t`from ${source}`
    return target === undefined ? t`between several connections` : t`to ${target}`
  }
}

const nameOf = (connection: FlowConnection | undefined) => connection?.name ?? connection?.id
