import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'

import { writeModesOf } from '../../../../core/catalog/connections/connection-types.ts'
import { isMirrored } from '../../../../core/catalog/mirrors/is-mirrored.ts'
import { isTrouble } from '../../../../core/catalog/runs/run-states.ts'
import type { Connection } from '../../../../core/connections/connection.ts'
import type { Flow, FlowChange, FlowConfig, FlowConnection } from '../../../../core/flows/flow.ts'
import { fitModes } from '../../../../core/flows/streams/stream-selection.ts'
import { TypeMark } from '../../../catalog/type-mark.tsx'
import { type FlowEnd, fitsEnd } from '../../../connections/flow-end.ts'
import { Callout } from '../../../kit/callout/callout.tsx'
import { Combobox } from '../../../kit/combobox/combobox.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { useConnections, useEntities } from '../../../queries/use-connections.ts'
import { useWriteDisabledReason } from '../../../queries/use-write-disabled-reason.ts'
import type { DialogName } from '../../../routing/search.ts'
import type { FlowRepairs } from '../steps/use-repairs.ts'
import { FlowFacts } from './flow-facts.tsx'
import styles from './flow-setup.module.css'
import { FlowStreams, ReadAgain } from './flow-streams.tsx'

const RepairList = lazyNamed(() => import('../steps/repair-list.tsx'), 'RepairList')
const EstimateLine = lazyNamed(() => import('../../estimate/estimate-line.tsx'), 'EstimateLine', { isPart: true })
const MirrorReadiness = lazyNamed(() => import('./mirror-readiness.tsx'), 'MirrorReadiness', { isPart: true })
const UnreadSource = lazyNamed(() => import('./unread-source.tsx'), 'UnreadSource')
const TargetRepairs = lazyNamed(() => import('./target-repairs.tsx'), 'TargetRepairs')

interface FlowSetupProps {
  readonly flow: Flow
  readonly broken: FlowRepairs
  onChange(change: FlowChange): void
  onOpenDialog(dialog: DialogName): void
}

/** Source, destination and schedule of the flow, and the streams between them. */
export function FlowSetup({ flow, broken, onChange, onOpenDialog }: FlowSetupProps) {
  const { data: connections = [] } = useConnections()
  const isReadOnly = useWriteDisabledReason(flow) !== undefined
  const { sourceConnection, destinationConnection, config } = flow
  const { id = '', type = '' } = sourceConnection ?? {}
  const reading = useEntities({ id, type }, sourceConnection !== undefined)
  const setup = useRef<HTMLDivElement>(null)
  const [mends, setMends] = useState(0)
  const [isRepaired, setRepaired] = useState(false)
  const mend = (mended: FlowConfig) => {
    onChange({ config: mended })
    setMends(mends + 1)
  }
  return (
    <div ref={setup} tabIndex={-1} className={styles['setup']}>
      {sourceConnection && reading.isError && (
        <Suspense>
          <UnreadSource source={sourceConnection} flow={flow} error={reading.error} isReading={reading.isFetching} />
        </Suspense>
      )}
      {broken.missing.length > 0 && (
        <Suspense>
          <RepairList
            {...broken}
            config={config}
            source={sourceConnection}
            isReadOnly={isReadOnly}
            onMend={(mended) => {
              mend(mended)
              setRepaired(true)
            }}
          />
        </Suspense>
      )}
      {flow.lastRun && isTrouble(flow.lastRun.status) && sourceConnection && !isReadOnly && (
        <Suspense>
          <TargetRepairs
            flow={flow}
            source={sourceConnection}
            onMend={(mended) => {
              mend(mended)
              // The pressed button has disappeared.
              setup.current?.focus()
            }}
          />
        </Suspense>
      )}
      <div role="status">
        {isRepaired && broken.missing.length === 0 && (
          <Callout tone="success" title={<Trans>Everything is repaired</Trans>} />
        )}
      </div>
      <EndField
        end="source"
        chosen={sourceConnection}
        connections={connections}
        isReadOnly={isReadOnly}
        // Tables have names of the old source, which mean nothing in another one.
        onChoose={(connection) => onChange({ sourceConnection: connection, config: { ...config, streams: [] } })}
      />
      <EndField
        end="destination"
        chosen={destinationConnection}
        connections={connections}
        isReadOnly={isReadOnly}
        onChoose={(connection) =>
          onChange({
            destinationConnection: connection,
            config: { ...config, streams: fitModes(config.streams, writeModesOf(type, connection.type ?? '')) },
          })
        }
      />
      <FlowFacts flow={flow} isReadOnly={isReadOnly} onOpenDialog={onOpenDialog} />
      {sourceConnection && isMirrored(config) && (
        <Suspense>
          <MirrorReadiness flow={flow} isReadOnly={isReadOnly} onChange={(mended) => onChange({ config: mended })} />
        </Suspense>
      )}
      {sourceConnection && (
        <section className={styles['section']} aria-labelledby="streams-title">
          <div className={styles['bar']}>
            <h2 id="streams-title" className={styles['heading']}>
              <Trans>What to move</Trans>
            </h2>
            <ReadAgain source={sourceConnection} />
          </div>
          <FlowStreams
            // A repair replaces the selection that is stored here.
            key={`${sourceConnection.id} ${destinationConnection?.id} ${mends}`}
            source={sourceConnection}
            flow={flow}
            isReadOnly={isReadOnly}
            onOpenTables={() => onOpenDialog('tables')}
            onChange={onChange}
          />
          <Suspense>{!isMirrored(config) && <EstimateLine flow={flow} onOpen={() => onOpenDialog('cost')} />}</Suspense>
        </section>
      )}
    </div>
  )
}

interface EndFieldProps {
  readonly end: FlowEnd
  readonly chosen: FlowConnection | undefined
  readonly connections: readonly Connection[]
  readonly isReadOnly: boolean
  onChoose(connection: FlowConnection): void
}

function EndField({ end, chosen, connections, isReadOnly, onChoose }: EndFieldProps) {
  const { t } = useLingui()
  const isSource = end === 'source'
  const fitting = connections.filter((connection) => fitsEnd(connection, end))
  // Until the list is loaded, and if the user may not see it, the selected one still has a name.
  const isListed = fitting.some(({ id }) => id === chosen?.id)
  const choose = (wanted: string) => {
    const connection = fitting.find(({ id }) => id === wanted)
    if (connection) onChoose({ id: connection.id, name: connection.name, type: connection.type })
  }
  return (
    <Field
      label={isSource ? t`Source` : t`Destination`}
      hint={
        chosen && (
          <Link to={isSource ? '/sources' : '/destinations'} search={{ dialog: 'edit', id: chosen.id }}>
            <Trans>Connection settings</Trans>
          </Link>
        )
      }
    >
      <Combobox
        value={chosen?.id ?? ''}
        isDisabled={isReadOnly}
        placeholder={isSource ? t`Choose a source` : t`Choose a destination`}
        options={[...(isListed || !chosen ? [] : [chosen]), ...fitting].map(optionOf)}
        nothing={<Trans>Nothing matches your search</Trans>}
        onChange={choose}
      />
    </Field>
  )
}

const optionOf = ({ id, name = id, type = '' }: FlowConnection) => ({
  value: id,
  label: name,
  mark: <TypeMark type={type} size="sm" />,
})
