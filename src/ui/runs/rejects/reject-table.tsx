import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isDry } from '../../../core/catalog/runs/run-kinds.ts'
import type { RejectedCause } from '../../../core/rejects/rejected-cause.ts'
import { changeableColumns, changeableValues, type RejectedRow } from '../../../core/rejects/rejected-rows.ts'
import type { Run } from '../../../core/runs/run.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useRunAgain } from '../actions/use-run-again.ts'
import { EditableCell } from './editable-cell.tsx'
import styles from './reject-table.module.css'
import type { Replay } from './replay-news.tsx'
import { useEditRejected, useRejectedRows, useSkipRejected } from './use-rejected-rows.ts'

interface RejectTableProps {
  readonly run: Run
  readonly entity: string
  readonly cause: RejectedCause
  readonly replay: Replay
}

/** The rows of one cause, as they will be sent again: each value can be changed, and rows can be picked. */
export function RejectTable({ run, entity, cause: { column, rule }, replay }: RejectTableProps) {
  const { t } = useLingui()
  const { number } = useFormats()
  const pick = { entity, cause: { column, rule } }
  const { data, isPending, isLoadingError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useRejectedRows(run.id, pick)
  const edit = useEditRejected(run.id)
  const skip = useSkipRejected(run.id)
  const { disabledReason } = useRunAgain(run)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  if (isPending) return <SkeletonRows count={3} />
  if (isLoadingError) {
    const title = t`They could not be loaded`
    return <ErrorState title={title} error={error} onRetry={() => void refetch()} />
  }
  const rows = data.pages.flatMap((page) => page.rows)
  const [page] = data.pages
  const columns = page ? changeableColumns(page) : []
  const free = rows.flatMap(({ id, isSent }) => (id === undefined || isSent || isDry(run.kind) ? [] : [id]))
  const picked = free.filter((id) => chosen.has(id))
  const pickedRows = { entity, rows: picked }
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
  return (
    <>
      <section className={styles['frame']} aria-label={t`Rejected rows of ${entity}`}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  label={t`All shown rows`}
                  hideLabel
                  checked={picked.length === 0 ? false : picked.length === free.length ? true : 'indeterminate'}
                  onChange={(isChosen) => choose(free, isChosen)}
                />
              </th>
              <th scope="col">
                <Trans>Row</Trans>
              </th>
              {page?.sourceColumns && (
                <th scope="col">
                  <Trans>Refused value</Trans>
                </th>
              )}
              {columns.map(({ name, type }) => (
                <th key={name} scope="col">
                  {name} <code className={styles['type']}>{type}</code>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id ?? row.row} aria-busy={row.isSent}>
                <td>
                  <Checkbox
                    label={t`Row ${number(row.row)}`}
                    hideLabel
                    checked={row.id !== undefined && chosen.has(row.id)}
                    disabled={row.id === undefined || !free.includes(row.id)}
                    onChange={(isChosen) => choose(row.id === undefined ? [] : [row.id], isChosen)}
                  />
                </td>
                <td>
                  {number(row.row)}
                  {row.isSent && (
                    <>
                      {' · '}
                      <Trans>being sent</Trans>
                    </>
                  )}
                  {row.isOutdated && (
                    <>
                      {' · '}
                      <Trans>a newer row may have arrived</Trans>
                    </>
                  )}
                </td>
                {page?.sourceColumns && <td>{refusedValue(page.columns, row)}</td>}
                {changeableValues(row).map((value, at) => {
                  const name = columns[at]?.name ?? ''
                  const original = row.originalValues?.[at]
                  return (
                    <EditableCell
                      key={name}
                      label={t`${name}, row ${number(row.row)}`}
                      value={value}
                      original={original !== undefined && original !== value ? original : undefined}
                      isLocked={row.id === undefined || !free.includes(row.id)}
                      onChange={(changed, seen) =>
                        row.id !== undefined &&
                        edit.mutate({ id: row.id, values: { [name]: changed }, seen: { [name]: seen } })
                      }
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={styles['actions']}>
        {!isDry(run.kind) && (
          <>
            <Button
              size="sm"
              isBusy={replay.isPending}
              disabledReason={disabledReason ?? (picked.length === 0 ? t`Choose rows first` : undefined)}
              onClick={() => replay.mutate({ pick: pickedRows }, { onSuccess: () => setChosen(new Set()) })}
            >
              <Trans>Send chosen rows</Trans>
            </Button>
            <Button
              size="sm"
              variant="ghost"
              isBusy={skip.isPending}
              disabledReason={picked.length === 0 ? t`Choose rows first` : undefined}
              onClick={() => skip.mutate(pickedRows, { onSuccess: () => setChosen(new Set()) })}
            >
              <Trans>Skip chosen rows</Trans>
            </Button>
          </>
        )}
        {hasNextPage && (
          <Button size="sm" variant="ghost" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        )}
        <ActionError error={edit.error ?? skip.error} />
      </div>
    </>
  )
}

const refusedValue = (
  columns: readonly { readonly name: string }[],
  { column, values }: Pick<RejectedRow, 'column' | 'values'>,
) => values[columns.findIndex(({ name }) => name === column)] ?? 'NULL'
