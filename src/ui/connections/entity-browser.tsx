import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, KeyRound, SearchX, Table2 } from 'lucide-react'
import { useState } from 'react'

import type { Entity } from '../../core/connections/entity.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { SearchInput } from '../kit/search-input/search-input.tsx'
import styles from './entity-browser.module.css'
import { matchingEntities } from './matching-entities.ts'

/** So many rows are drawn at once; a search finds the rest. */
const SHOWN_AT_ONCE = 300

/** Entities to look through, each opening to its columns. */
export function EntityBrowser({ entities }: { entities: readonly Entity[] }) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const found = matchingEntities(entities, query)
  const hidden = found.length - SHOWN_AT_ONCE

  if (entities.length === 0) {
    return (
      <EmptyState icon={Table2} title={<Trans>Nothing here yet</Trans>}>
        <Trans>
          This system has no tables that you can see. For a destination that is fine: they are made by the run.
        </Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <div className={styles['bar']}>
        <SearchInput label={t`Search entities and columns`} value={query} onChange={setQuery} />
        <span className={styles['count']}>
          <Plural value={found.length} one="# entity" other="# entities" />
        </span>
      </div>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} title={<Trans>Nothing matches your search</Trans>} />
      ) : (
        <ul className={styles['entities']}>
          {found.slice(0, SHOWN_AT_ONCE).map((entity) => (
            <EntityRow key={entity.name} entity={entity} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className={styles['more']}>
          <Plural value={hidden} one="# more: search to find it" other="# more: search to find them" />
        </p>
      )}
    </>
  )
}

function EntityRow({ entity }: { entity: Entity }) {
  const { number, compact } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { name, columns, estimatedRows } = entity
  return (
    <li className={styles['entity']}>
      <button type="button" className={styles['summary']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={14} className={styles['arrow']} aria-hidden />
        <span className={styles['name']}>{name}</span>
        <span className={styles['facts']}>
          <Plural value={columns.length} one="# column" other="# columns" />
          {estimatedRows !== undefined && (
            <span title={number(estimatedRows)}>
              <Trans>about {compact(estimatedRows)} rows</Trans>
            </span>
          )}
        </span>
      </button>
      {isOpen && (
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
      )}
    </li>
  )
}

function KeyMark() {
  const { t } = useLingui()
  return <KeyRound size={12} className={styles['key']} aria-label={t`Primary key`} />
}
