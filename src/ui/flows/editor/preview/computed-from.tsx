import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { Transformation } from '../../../../core/flows/flow.ts'
import type { FlowPreview, JoinedRows, PreviewedStep } from '../../../../core/flows/flow-preview.ts'
import { ofSomeRows } from '../../../i18n/step-type-texts.ts'
import { useFormats } from '../../../i18n/use-formats.ts'

interface ComputedFromProps {
  readonly preview: FlowPreview
  /** The steps up to the one whose rows are shown. */
  readonly steps: readonly Transformation[]
}

/** Why a run may have another result than the preview: which rows the steps have not seen. */
export function ComputedFrom({ preview, steps }: ComputedFromProps) {
  const { i18n } = useLingui()
  const shown = new Map(preview.steps.map((step) => [step.id, step]))
  const combining = steps.map(({ type }) => ofSomeRows(i18n, type)).findLast((text) => text !== undefined)
  const last = steps.at(-1)
  const isEmpty = last?.type === 'filter' && shown.get(last.id)?.rowCount === 0
  return (
    <>
      {steps.map(({ id }) => {
        const joined = shown.get(id)?.joined
        return joined && <Partners key={id} joined={joined} before={before(preview.steps, id)} />
      })}
      {preview.hasMore === true && combining && <Sentence>{combining}</Sentence>}
      {preview.hasMore === true && isEmpty && (
        <Sentence>
          <Trans>other rows may meet it: write the condition above</Trans>
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
            only {looked} rows of {stream} searched; a run may find more
          </Trans>
        </Sentence>
      )}
    </>
  )
}
