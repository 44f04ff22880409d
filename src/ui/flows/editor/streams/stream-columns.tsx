import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, FlowStream } from '../../../../core/flows/flow.ts'
import { chooseAmong, chooseColumns, chosenColumns } from '../../../../core/flows/streams/stream-selection.ts'
import { errorText, isNotOffered } from '../../../errors/error-text.ts'
import { useServerText } from '../../../i18n/use-server-text.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { SearchInput } from '../../../kit/search-input/search-input.tsx'
import { ColumnRow } from './column-row.tsx'
import styles from './stream-columns.module.css'
import { useEffectTexts } from './use-plan-texts.ts'
import { useStreamPlan } from './use-stream-plan.ts'

const TargetMends = lazyNamed(() => import('./target-mends.tsx'), 'TargetMends')

interface StreamColumnsProps {
  readonly flow: Flow
  readonly entity: Entity
  readonly stream: FlowStream
  readonly isReadOnly: boolean
  onChange(change: (streams: readonly FlowStream[]) => readonly FlowStream[]): void
}

/** The number of columns that are visible at once. */
const SEARCHED_FROM = 12

/** The moved columns, and their types in the destination. */
export function StreamColumns({ flow, entity, stream, isReadOnly, onChange }: StreamColumnsProps) {
  const { t, i18n } = useLingui()
  const serverText = useServerText()
  const { plan, isLoading, isStale, error, retry } = useStreamPlan(flow, entity.name)
  const effects = useEffectTexts(plan?.target ?? stream.target ?? entity.name)
  const { columns } = entity
  const chosen = chosenColumns(stream, entity)
  const gone = columns.length === 0 ? [] : chosen.filter((name) => !columns.some((column) => column.name === name))
  const isLast = chosen.length - gone.length === 1
  const [query, setQuery] = useState('')
  const shown = columns.filter(({ name }) => name.toLowerCase().includes(query.trim().toLowerCase()))
  const found = shown.map(({ name }) => name)
  const choose = (next: readonly string[]) => onChange((streams) => chooseColumns(streams, entity, next))
  const toggle = (column: string, isChosen: boolean) =>
    choose(isChosen ? [...chosen, column] : chosen.filter((other) => other !== column))
  const { problem, effect } = plan ?? {}
  const own = plan?.columns.filter(({ source }) => !columns.some(({ name }) => name === source?.name)) ?? []
  return (
    <section className={styles['columns']} aria-label={t`Columns of ${entity.name}`}>
      <div className={styles['bar']}>
        <h3 className={styles['head']}>
          <Plural value={columns.length} one="# column" other="# columns" />
        </h3>
        {!isReadOnly && columns.length > 1 && (
          <>
            <Button size="xs" variant="ghost" onClick={() => choose(chooseAmong(entity, chosen, found, true))}>
              <Trans>All</Trans>
            </Button>
            <Button size="xs" variant="ghost" onClick={() => choose(chooseAmong(entity, chosen, found, false))}>
              <Trans>None</Trans>
            </Button>
          </>
        )}
      </div>
      {columns.length > SEARCHED_FROM && <SearchInput label={t`Search columns`} value={query} onChange={setQuery} />}
      {effect && <p className={styles['effect']}>{effects[effect]}</p>}
      {serverText.notes(plan?.notes, plan?.noteSentences).map((note) => (
        <p key={note} className={styles['effect']}>
          {note}
        </p>
      ))}
      {problem && (
        <Callout
          tone="danger"
          title={<Trans>A run would stop here</Trans>}
          actions={
            !isReadOnly &&
            plan && (
              <Suspense>
                <TargetMends
                  {...{ flow, plan }}
                  entity={entity.name}
                  isReplaced={stream.mode === 'replace'}
                  onClose={retry}
                />
              </Suspense>
            )
          }
        >
          {serverText.message(problem)} {serverText.hint(problem)}
        </Callout>
      )}
      {error !== null && !isNotOffered(error) && (
        <Callout
          tone="danger"
          title={<Trans>The plan cannot be shown now</Trans>}
          actions={
            <Button size="xs" onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {errorText(i18n, error)}
        </Callout>
      )}
      {columns.length === 0 && own.length === 0 ? (
        <p className={styles['effect']}>
          <Trans>No columns yet.</Trans>
        </p>
      ) : (
        <table className={styles['table']} aria-busy={isLoading || isStale}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Column</Trans>
              </th>
              <th scope="col">
                <Trans>Source</Trans>
              </th>
              <th scope="col">
                <Trans>Destination</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((column) => {
              const isChosen = chosen.includes(column.name)
              return (
                <ColumnRow
                  key={column.name}
                  column={column}
                  planned={isChosen ? plan?.columns.find(({ source }) => source?.name === column.name) : undefined}
                  isLoading={isLoading && isChosen}
                  choice={{
                    isChosen,
                    isFixed: isReadOnly || (isChosen && isLast),
                    onToggle: (next) => toggle(column.name, next),
                  }}
                />
              )
            })}
            {gone.map((name) => (
              <ColumnRow
                key={`gone ${name}`}
                column={{ name }}
                planned={undefined}
                choice={{
                  isChosen: true,
                  isGone: true,
                  isFixed: isReadOnly || chosen.length === gone.length,
                  onToggle: () => toggle(name, false),
                }}
              />
            ))}
            {own.map((planned) => (
              <ColumnRow key={`planned ${planned.name}`} column={{ name: planned.name }} planned={planned} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
