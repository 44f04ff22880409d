import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide'

import { DRY_FILTERS, RUN_STATES, RUN_TRIGGERS } from '../../../core/catalog/runs/run-states.ts'
import { DASHBOARD_PERIODS } from '../../../core/dashboard/dashboard.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Combobox } from '../../kit/combobox/combobox.tsx'
import { Toolbar } from '../../kit/page/page.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { Select } from '../../kit/select/select.tsx'
import { DisplayMenu } from '../../lists/display-menu.tsx'
import filterStyles from '../../lists/filter.module.css'
import { ListFilters } from '../../lists/list-filters.tsx'
import type { useRowDensity } from '../../lists/use-row-density.ts'
import { ViewsMenu } from '../../lists/views-menu.tsx'
import { useFlows } from '../../queries/use-flows.ts'
import { SEARCH_KEYS } from '../../routing/list-keys.ts'
import { useListUrl } from '../../routing/use-list-url.ts'

const ALL = 'all'

interface RunFiltersProps {
  readonly flows: readonly Flow[]
  readonly density: ReturnType<typeof useRowDensity>
}

/** By outcome, flow, trigger and time. A chart can set a period; it can be removed here. */
export function RunFilters({ flows, density }: RunFiltersProps) {
  const { t } = useLingui()
  const { filters, query, search, filter } = useListUrl()
  const { flow = '', trigger = '', dry = '', period = '', from, to } = filters
  const { isSuccess } = useFlows()
  const isGone = flow !== '' && isSuccess && !flows.some(({ id }) => id === flow)
  const count = [filters.state, filters.flow, filters.trigger, filters.dry, filters.period ?? from ?? to].filter(
    (value) => value !== undefined,
  ).length
  const isStretch = from !== undefined || to !== undefined
  return (
    <Toolbar>
      <SearchInput label={t`Search runs`} value={query} onChange={search} {...SEARCH_KEYS} />
      <ListFilters
        count={count}
        first={
          <SegmentedControl
            label={t`State`}
            value={RUN_STATES.find((name) => name === filters.state) ?? ALL}
            options={[
              { value: ALL, label: t`All` },
              { value: 'active', label: t`Running` },
              { value: 'succeeded', label: t`Succeeded` },
              { value: 'partially_succeeded', label: t`Partly succeeded` },
              { value: 'failed', label: t`Failed` },
              { value: 'cancelled', label: t`Cancelled` },
            ]}
            onChange={(next) => filter({ state: next === ALL ? undefined : next })}
          />
        }
      >
        <Combobox
          label={t`Flow`}
          className={filterStyles['searched']}
          value={flow}
          options={[
            { value: '', label: t`Any flow` },
            ...flows.map(({ id, name }) => ({ value: id, label: name })),
            ...(isGone ? [{ value: flow, label: t`A deleted flow` }] : []),
          ]}
          nothing={<Trans>Nothing matches your search</Trans>}
          onChange={(chosen) => filter({ flow: chosen })}
        />
        <Select
          aria-label={t`Started by`}
          className={filterStyles['select']}
          value={trigger}
          placeholder={t`Any trigger`}
          options={[
            { value: 'schedule', label: t`On schedule` },
            { value: 'flow', label: t`After another flow` },
            { value: 'mirror', label: t`For a mirror` },
            { value: 'person', label: t`By a person` },
            { value: 'inbound_url', label: t`By inbound URL` },
            { value: 'api', label: t`By the API` },
          ]}
          onChange={(event) => filter({ trigger: RUN_TRIGGERS.find((name) => name === event.target.value) })}
        />
        <Select
          aria-label={t`Dry runs`}
          className={filterStyles['select']}
          value={dry}
          placeholder={t`With dry runs`}
          options={[
            { value: 'no', label: t`Without dry runs` },
            { value: 'only', label: t`Dry runs only` },
          ]}
          onChange={(event) => filter({ dry: DRY_FILTERS.find((name) => name === event.target.value) })}
        />
        {isStretch ? (
          <Stretch from={from} to={to} onClear={() => filter({ from: '', to: '' })} />
        ) : (
          <Select
            aria-label={t`Period`}
            className={filterStyles['select']}
            value={period}
            placeholder={t`At any time`}
            options={[
              { value: '24h', label: t`In the last 24 hours` },
              { value: '7d', label: t`In the last 7 days` },
              { value: '30d', label: t`In the last 30 days` },
            ]}
            onChange={(event) => filter({ period: DASHBOARD_PERIODS.find((name) => name === event.target.value) })}
          />
        )}
      </ListFilters>
      <ViewsMenu list="runs" />
      <DisplayMenu groups={[]} density={density} />
    </Toolbar>
  )
}

interface StretchProps {
  readonly from: string | undefined
  readonly to: string | undefined
  onClear(): void
}

function Stretch({ from, to, onClear }: StretchProps) {
  const { t } = useLingui()
  const { minute } = useFormats()
  return (
    <Button icon={X} data-tooltip={t`At any time instead`} onClick={onClear}>
      {from !== undefined && to !== undefined ? (
        <Trans>
          From {minute(from)} to {minute(to)}
        </Trans>
      ) : from !== undefined ? (
        <Trans>Since {minute(from)}</Trans>
      ) : (
        <Trans>Before {minute(to ?? '')}</Trans>
      )}
    </Button>
  )
}
