import { Trans, useLingui } from '@lingui/react/macro'

import { LOG_ORIGINS } from '../../../core/catalog/runs/log-origins.ts'
import type { RunStream } from '../../../core/runs/run.ts'
import { Combobox } from '../../kit/combobox/combobox.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { Select } from '../../kit/select/select.tsx'
import type { LogSearch } from '../../routing/search.ts'
import styles from './run-log.module.css'

interface LogFiltersProps extends Pick<LogSearch, 'find' | 'origin' | 'table'> {
  readonly level: LogSearch['log']
  readonly streams: readonly RunStream[]
  onChange(changes: LogSearch, isTyping?: boolean): void
}

/** By words, severity, origin, and table if there are several. */
export function LogFilters({ streams, level, find, origin, table, onChange }: LogFiltersProps) {
  const { t } = useLingui()
  return (
    <div className={styles['bar']}>
      <SearchInput
        label={t`Search the log`}
        value={find ?? ''}
        onChange={(next) => onChange({ find: next || undefined }, true)}
      />
      <Select
        aria-label={t`Lines shown`}
        className={styles['select']}
        value={level ?? ''}
        placeholder={t`All lines`}
        options={[
          { value: 'warning', label: t`Warnings` },
          { value: 'error', label: t`Errors` },
        ]}
        onChange={({ target: { value } }) =>
          onChange({ log: value === 'warning' || value === 'error' ? value : undefined })
        }
      />
      <Select
        aria-label={t`Origin`}
        className={styles['select']}
        value={origin ?? ''}
        placeholder={t`Any origin`}
        options={[
          { value: 'source', label: t`Source` },
          { value: 'destination', label: t`Destination` },
          { value: 'step', label: t`Steps` },
        ]}
        onChange={({ target: { value } }) => onChange({ origin: LOG_ORIGINS.find((known) => known === value) })}
      />
      {(streams.length > 1 || table !== undefined) && (
        <Combobox
          label={t`Table`}
          className={styles['searched']}
          value={table ?? ''}
          options={[
            { value: '', label: t`All tables` },
            ...streams.map(({ entity }) => ({ value: entity, label: entity })),
          ]}
          nothing={<Trans>Nothing matches your search</Trans>}
          onChange={(chosen) => onChange({ table: chosen || undefined })}
        />
      )}
    </div>
  )
}
