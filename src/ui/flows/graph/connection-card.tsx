import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Crosshair } from 'lucide'

import type { GraphCard } from '../../../core/flows/graph/flow-graph.ts'
import { TypeMark } from '../../catalog/type-mark.tsx'
import { classNames } from '../../kit/class-names.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { useListUrl } from '../../routing/use-list-url.ts'
import { FlowBundleRow } from './flow-bundle.tsx'
import styles from './graph-cards.module.css'

type ConnectionCardProps = { readonly card: Extract<GraphCard, { readonly kind: 'connection' }> }

/** A connection, with a row for each connection to which flows move its rows. */
export function ConnectionCard({ card: { connection, bundles } }: ConnectionCardProps) {
  const { t } = useLingui()
  const { filters, filter } = useListUrl()
  const name = connection?.name ?? connection?.id ?? t`No source`
  return (
    <section className={classNames(styles['card'], styles['connection'])} aria-label={name}>
      <div className={styles['head']}>
        {connection && <TypeMark type={connection.type ?? ''} size="sm" />}
        {connection ? (
          <Link
            to={bundles.length > 0 ? '/sources/$id' : '/destinations/$id'}
            params={{ id: connection.id }}
            className={styles['title']}
            title={name}
            draggable={false}
          >
            {name}
          </Link>
        ) : (
          <span className={styles['title']}>{name}</span>
        )}
        {connection && filters.connection !== connection.id && (
          <IconButton
            icon={Crosshair}
            size="sm"
            className={styles['focus']}
            label={t`Only ${name} and its neighbours`}
            onClick={() => filter({ connection: connection.id })}
          />
        )}
      </div>
      {bundles.length > 0 && (
        <ul className={styles['bundles']}>
          {bundles.map((bundle) => {
            const target = bundle.to?.name ?? bundle.to?.id
            const isInside = bundle.to !== undefined && bundle.to.id === connection?.id
            return (
              <li key={bundle.id}>
                <FlowBundleRow
                  bundle={bundle}
                  told={target === undefined ? t`no destination` : t`${name} to ${target}`}
                  title={
                    <>
                      <Icon of={ArrowRight} size={12} />{' '}
                      {isInside ? <Trans>the same connection</Trans> : (target ?? <Trans>no destination</Trans>)}
                    </>
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
