import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { Transformation } from '../../../../core/flows/flow.ts'
import type { FlowPreview, JoinedRows, PreviewedStep } from '../../../../core/flows/flow-preview.ts'
import { useFormats } from '../../../i18n/use-formats.ts'

interface ComputedFromProps {
  readonly preview: FlowPreview
  /** The steps up to the one whose rows are shown. */
  readonly steps: readonly Transformation[]
}

/** Why a run may have another result than the preview: which rows the steps have not seen. */
export function ComputedFrom({ preview, steps }: ComputedFromProps) {
  const shown = new Map(preview.steps.map((step) => [step.id, step]))
  const combining = steps.findLast(({ type }) => COMBINED[type] !== undefined)
  const last = steps.at(-1)
  const isEmpty = last?.type === 'filter' && shown.get(last.id)?.rowCount === 0
  return (
    <>
      {steps.map(({ id }) => {
        const joined = shown.get(id)?.joined
        return joined && <Partners key={id} joined={joined} before={before(preview.steps, id)} />
      })}
      {preview.hasMore === true && combining && <Sentence>{COMBINED[combining.type]}</Sentence>}
      {preview.hasMore === true && isEmpty && (
        <Sentence>
          <Trans>other rows may meet the condition: write it above to look for them</Trans>
        </Sentence>
      )}
    </>
  )
}

const Sentence = ({ children }: { readonly children: ReactNode }) => (
  <>
    {'; '}
    {children}
  </>
)

/** Steps that work on all rows together. */
const COMBINED: Readonly<Record<string, ReactNode>> = {
  aggregate: <Trans>only these were grouped, and a run groups all rows</Trans>,
  deduplicate: <Trans>only these were compared, and a run compares all rows</Trans>,
  sort: <Trans>only these were sorted, and a run sorts all rows</Trans>,
  sql: <Trans>the query was given only these, and a run gives it all rows</Trans>,
}

const before = (steps: readonly PreviewedStep[], id: string): number =>
  steps[steps.findIndex((step) => step.id === id) - 1]?.rowCount ?? 0

interface PartnersProps {
  readonly joined: JoinedRows
  readonly before: number
}

function Partners({ joined: { stream, read, isWhole, matched }, before: rows }: PartnersProps) {
  const { number } = useFormats()
  const [found, all, looked] = [number(matched), number(rows), number(read)]
  return (
    <>
      <Sentence>
        {rows !== 1 ? (
          <Trans>
            {found} of {all} rows have a partner in {stream}
          </Trans>
        ) : matched === 1 ? (
          <Trans>it has a partner in {stream}</Trans>
        ) : (
          <Trans>it has no partner in {stream}</Trans>
        )}
      </Sentence>
      {!isWhole && (
        <Sentence>
          <Trans>
            only {looked} rows of {stream} were looked through, so a run may find more
          </Trans>
        </Sentence>
      )}
    </>
  )
}
