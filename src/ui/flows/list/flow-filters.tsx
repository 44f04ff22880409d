import { useLingui } from '@lingui/react/macro'
import type { Flow } from '../../../core/flows/flow.ts'
import { Toolbar } from '../../kit/page/page.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { Select } from '../../kit/select/select.tsx'
import { DisplayMenu } from '../../lists/display-menu.tsx'
import filterStyles from '../../lists/filter.module.css'
import { ListFilters } from '../../lists/list-filters.tsx'
import type { useRowDensity } from '../../lists/use-row-density.ts'
import { ViewsMenu } from '../../lists/views-menu.tsx'
import { SEARCH_KEYS } from '../../routing/list-keys.ts'
import { FLOW_VIEWS } from '../../routing/search.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { BatchFilter } from './batch-filter.tsx'
import { ConnectionFilter } from './connection-filter.tsx'
import { knownState } from './flow-states.ts'
import { knownTags } from './flow-tags.ts'
import { countFilters, NOBODY } from './narrowed-flows.ts'
import { StateFilter } from './state-filter.tsx'
import { FLOW_GROUPS } from './use-flow-groups.ts'

interface FlowFiltersProps {
  readonly flows: readonly Flow[]
  readonly density: ReturnType<typeof useRowDensity>
}

/** Search, filters, and how the flows are shown. */
export function FlowFilters({ flows, density }: FlowFiltersProps) {
  const { t } = useLingui()
  const { filters, query, search, filter } = useListUrl()
  return (
    <Toolbar>
      <SearchInput label={t`Search flows`} value={query} onChange={search} {...SEARCH_KEYS} />
      <ListFilters
        count={countFilters(filters)}
        first={<StateFilter value={knownState(filters.state)} flows={flows} onChange={(state) => filter({ state })} />}
      >
        <ConnectionFilter value={filters.connection} flows={flows} onChange={(connection) => filter({ connection })} />
        <TagFilter flows={flows} />
        <OwnerFilter flows={flows} />
        <BatchFilter />
        <ViewSwitch />
      </ListFilters>
      <ViewsMenu list="flows" />
      {filters.view === undefined && <DisplayMenu groups={FLOW_GROUPS} density={density} />}
    </Toolbar>
  )
}

/** Hidden where no flow has a tag. */
function TagFilter({ flows }: { flows: readonly Flow[] }) {
  const { t } = useLingui()
  const { filters, filter } = useListUrl()
  const { tag = '' } = filters
  const known = knownTags(flows)
  const chosen = known.find((own) => own.toLowerCase() === tag.toLowerCase()) ?? tag
  if (known.length === 0 && tag === '') return null
  return (
    <Select
      aria-label={t`Tag`}
      className={filterStyles['select']}
      value={chosen}
      placeholder={t`Any tag`}
      options={[...new Set(tag === '' ? known : [...known, chosen])].map((value) => ({ value, label: value }))}
      onChange={({ target }) => filter({ tag: target.value })}
    />
  )
}

/** Hidden where all flows have the same owner, or none. */
function OwnerFilter({ flows }: { flows: readonly Flow[] }) {
  const { t } = useLingui()
  const { filters, filter } = useListUrl()
  const { owner: chosen = '' } = filters
  const names = new Map<string, string>()
  for (const { owner } of flows) if (owner) names.set(owner.uid, owner.name ?? owner.uid)
  const owners = new Set(flows.map(({ owner }) => owner?.uid))
  if (owners.size < 2 && chosen === '') return null
  if (chosen !== '' && chosen !== NOBODY && !names.has(chosen)) names.set(chosen, t`Somebody who owns none`)
  const options = [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((left, right) => left.label.localeCompare(right.label))
  return (
    <Select
      aria-label={t`Owner`}
      className={filterStyles['select']}
      value={chosen}
      placeholder={t`Any owner`}
      options={[...options, { value: NOBODY, label: t`Nobody` }]}
      onChange={({ target }) => filter({ owner: target.value })}
    />
  )
}

/** Flows as a list, in the order in which they start, or between their connections. */
function ViewSwitch() {
  const { t } = useLingui()
  const { filters, filter } = useListUrl()
  return (
    <SegmentedControl
      label={t`View`}
      value={FLOW_VIEWS.find((name) => name === filters.view) ?? 'list'}
      options={[
        { value: 'list', label: t`List` },
        { value: 'order', label: t`Order` },
        { value: 'connections', label: t`Connections` },
      ]}
      onChange={(next) => filter({ view: FLOW_VIEWS.find((view) => view === next), flow: undefined })}
    />
  )
}
