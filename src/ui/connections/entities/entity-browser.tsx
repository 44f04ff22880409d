import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, Eye, KeyRound, SearchX, Table2 } from 'lucide'
import { useState } from 'react'

import { type Connection, isSource } from '../../../core/connections/connection.ts'
import type { Entity } from '../../../core/connections/entity.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { LongList } from '../../lists/long-list.tsx'
import { useIsOffered } from '../../services/use-is-offered.ts'
import styles from './entity-browser.module.css'
import { EntityRows } from './entity-rows.tsx'
import { matchingEntities } from './matching-entities.ts'

interface EntityBrowserProps {
  readonly connection: Connection
  readonly entities: readonly Entity[]
}

/** A list of entities, each of which expands to its columns and, if it can be read, to its first rows. */
export function EntityBrowser({ connection, entities }: EntityBrowserProps) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const found = matchingEntities(entities, query)
  const [opened, setOpened] = useState<readonly string[]>([])
  const toggle = (name: string) =>
    setOpened((before) => (before.includes(name) ? before.filter((other) => other !== name) : [...before, name]))

  if (entities.length === 0) {
    return (
      <EmptyState icon={Table2} title={<Trans>Nothing here yet</Trans>}>
        <Trans>No tables are visible. For a destination that is fine: runs create them.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles['bar']}>
        <SearchInput label={t`Search tables and columns`} value={query} onChange={setQuery} />
        <span className={styles['count']}>
          <Plural value={found.length} one="# table" other="# tables" />
        </span>
      </div>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={<Trans>Nothing matches your search</Trans>} />
      ) : (
        <LongList items={found} label={t`Tables`} className={styles['entities']} itemClassName={styles['entity']}>
          {(entity) => (
            <EntityRow
              connection={connection}
              entity={entity}
              isOpen={opened.includes(entity.name)}
              onToggle={() => toggle(entity.name)}
            />
          )}
        </LongList>
      )}
    </>
  )
}

interface EntityRowProps {
  readonly connection: Connection
  readonly entity: Entity
  readonly isOpen: boolean
  onToggle(): void
}

function EntityRow({ connection, entity, isOpen, onToggle }: EntityRowProps) {
  const { number, compact } = useFormats()
  const [isShowingRows, setShowingRows] = useState(false)
  const isOffered = useIsOffered('readRows')
  const { name, columns, estimatedRows } = entity
  return (
    <>
      <button type="button" className={styles['summary']} aria-expanded={isOpen} onClick={onToggle}>
        <Icon of={ChevronRight} size={14} className={styles['arrow']} />
        <span className={styles['name']}>{name}</span>
        <span className={styles['facts']}>
          <Plural value={columns.length} one="# column" other="# columns" />
          {estimatedRows !== undefined && (
            <span title={number(estimatedRows)}>
              <Plural
                value={estimatedRows}
                one={`about ${compact(estimatedRows)} row`}
                other={`about ${compact(estimatedRows)} rows`}
              />
            </span>
          )}
        </span>
      </button>
      {isOpen && (
        <>
          <ul className={styles['columns']}>
            {columns.map((column) => (
              <li key={column.name} className={styles['column']}>
                <span className={styles['name']}>{column.name}</span>
                {column.keyPosition !== undefined && <KeyMark />}
                <code className={styles['type']}>{column.type}</code>
                {column.nullable === false && (
                  <span className={styles['note']}>
                    <Trans>required</Trans>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {isSource(connection) && (isOffered || isShowingRows) && (
            <div className={styles['rows']}>
              {isShowingRows ? (
                <EntityRows connection={connection} entity={name} />
              ) : (
                <Button size="xs" icon={Eye} onClick={() => setShowingRows(true)}>
                  <Trans>Show rows</Trans>
                  <span className="visually-hidden">: {name}</span>
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </>
  )
}

function KeyMark() {
  const { t } = useLingui()
  return <Icon of={KeyRound} size={12} className={styles['key']} label={t`Primary key`} />
}
