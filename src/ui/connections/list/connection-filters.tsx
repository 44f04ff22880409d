import { useLingui } from '@lingui/react/macro'

import type { Connection } from '../../../core/connections/connection.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { Toolbar } from '../../kit/page/page.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { DisplayMenu } from '../../lists/display-menu.tsx'
import { ListFilters } from '../../lists/list-filters.tsx'
import { TypeFilter } from '../../lists/type-filter.tsx'
import type { useRowDensity } from '../../lists/use-row-density.ts'
import { ViewsMenu } from '../../lists/views-menu.tsx'
import { SEARCH_KEYS } from '../../routing/list-keys.ts'
import { TEST_STATES } from '../../routing/search.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import type { FlowEnd } from '../flow-end.ts'

const ALL = 'all'

interface ConnectionFiltersProps {
  readonly end: FlowEnd
  readonly connections: readonly Connection[]
  readonly density: ReturnType<typeof useRowDensity>
}

/** By words, type, and the result of the last test. */
export function ConnectionFilters({ end, connections, density }: ConnectionFiltersProps) {
  const { t } = useLingui()
  const { filters, query, search, filter } = useListUrl()
  const state = knownTestState(filters.state)
  return (
    <Toolbar>
      <SearchInput
        label={end === 'source' ? t`Search sources` : t`Search destinations`}
        value={query}
        onChange={search}
        {...SEARCH_KEYS}
      />
      <ListFilters
        count={[state, filters.type].filter((value) => value !== undefined).length}
        first={
          <>
            <SegmentedControl
              label={t`Last test`}
              value={state ?? ALL}
              options={[
                { value: ALL, label: t`All` },
                { value: 'passed', label: t`Passed` },
                { value: 'failed', label: t`Failed` },
                { value: 'untested', label: t`Never tested` },
              ]}
              onChange={(next) => filter({ state: next === ALL ? undefined : next })}
            />
            <TypeFilter types={connections.map(({ type }) => type)} labelOf={(type) => connectionTypeOf(type).label} />
          </>
        }
      />
      <ViewsMenu list={end === 'source' ? 'sources' : 'destinations'} />
      <DisplayMenu groups={['type']} density={density} />
    </Toolbar>
  )
}

type TestState = (typeof TEST_STATES)[number]

/** A state of another list, as an address may have, is none. */
export const knownTestState = (word: string | undefined): TestState | undefined =>
  TEST_STATES.find((state) => state === word)

export const isInTestState = ({ lastTest }: Connection, state: TestState | undefined): boolean =>
  state === undefined || state === (lastTest ? (lastTest.ok ? 'passed' : 'failed') : 'untested')
