import { useLingui } from '@lingui/react/macro'

import type { Connection } from '../../../core/connections/connection.ts'
import { connectionTypeOf } from '../../../core/connections/connection-type-of.ts'
import { Toolbar } from '../../kit/page/page.tsx'
import { SearchInput } from '../../kit/search-input/search-input.tsx'
import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { TypeFilter } from '../../lists/type-filter.tsx'
import { SEARCH_KEYS } from '../../routing/list-keys.ts'
import { TEST_STATES } from '../../routing/search.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import type { FlowEnd } from '../flow-end.ts'

const ALL = 'all'

/** By words, type, and the result of the last test. */
export function ConnectionFilters({ end, connections }: { end: FlowEnd; connections: readonly Connection[] }) {
  const { t } = useLingui()
  const { filters, query, search, filter } = useListUrl()
  return (
    <Toolbar>
      <SearchInput
        label={end === 'source' ? t`Search sources` : t`Search destinations`}
        value={query}
        onChange={search}
        {...SEARCH_KEYS}
      />
      <SegmentedControl
        label={t`Last test`}
        value={knownTestState(filters.state) ?? ALL}
        options={[
          { value: ALL, label: t`All` },
          { value: 'passed', label: t`Passed` },
          { value: 'failed', label: t`Failed` },
          { value: 'untested', label: t`Never tested` },
        ]}
        onChange={(state) => filter({ state: state === ALL ? undefined : state })}
      />
      <TypeFilter types={connections.map(({ type }) => type)} labelOf={(type) => connectionTypeOf(type).label} />
    </Toolbar>
  )
}

type TestState = (typeof TEST_STATES)[number]

/** A state of another list, as an address may have, is none. */
export const knownTestState = (word: string | undefined): TestState | undefined =>
  TEST_STATES.find((state) => state === word)

export const isInTestState = ({ lastTest }: Connection, state: TestState | undefined): boolean =>
  state === undefined || state === (lastTest ? (lastTest.ok ? 'passed' : 'failed') : 'untested')
