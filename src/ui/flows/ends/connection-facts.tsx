import { Trans } from '@lingui/react/macro'

import type { Connection } from '../../../core/connections/connection.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { LastTest } from '../../connections/list/last-test.tsx'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useConnectionVersions } from '../../queries/use-connection-versions.ts'
import { Fact, Facts } from '../overview/facts.tsx'
import { LastChange } from '../overview/last-change.tsx'

interface ConnectionFactsProps {
  readonly connection: Connection
  /** The flows that use it. */
  readonly flows: readonly Flow[]
}

/** Whether it can be reached, when it was last used, and who changed it last. */
export function ConnectionFacts({ connection, flows }: ConnectionFactsProps) {
  const { data: versions = [] } = useConnectionVersions(connection.id)
  const [last] = versions
  const used = flows
    .flatMap(({ lastRun }) => lastRun?.startedAt ?? [])
    .sort()
    .at(-1)
  return (
    <Facts>
      <Fact name={<Trans>Last test</Trans>}>
        <LastTest connection={connection} />
      </Fact>
      <Fact name={<Trans>Last used</Trans>}>{used ? <RelativeTime at={used} /> : <Trans>never yet</Trans>}</Fact>
      <Fact name={<Trans>Use</Trans>}>
        {connection.capability === 'both' ? (
          <Trans>Source and destination</Trans>
        ) : connection.capability === 'source' ? (
          <Trans>Source</Trans>
        ) : (
          <Trans>Destination</Trans>
        )}
      </Fact>
      {last && <LastChange saved={last} />}
    </Facts>
  )
}
