import { Trans } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { Badge } from '../../kit/badge/badge.tsx'
import { Fact } from './facts.tsx'
import styles from './flow-facts.module.css'
import { useFlowUrl } from './use-flow-url.ts'

/** Owner and tags of a flow, which a press changes. */
export function LabelFacts({ flow: { owner, tags } }: { readonly flow: Flow }) {
  const { open } = useFlowUrl()
  // A server of the specification alone knows neither.
  if (!tags) return null
  return (
    <>
      <Fact name={<Trans>Owner</Trans>}>
        <button
          type="button"
          className={styles['owner']}
          title={owner ? (owner.name ?? owner.uid) : undefined}
          onClick={() => open('labels')}
        >
          {owner ? (owner.name ?? owner.uid) : <Trans>Nobody</Trans>}
        </button>
      </Fact>
      <Fact name={<Trans>Tags</Trans>}>
        <button type="button" className={styles['label']} onClick={() => open('labels')}>
          {tags.length === 0 && <Trans>Add tags</Trans>}
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </button>
      </Fact>
    </>
  )
}
