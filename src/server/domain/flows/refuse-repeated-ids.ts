import { sentence } from '../../../core/catalog/sentence.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import { invalid } from '../request-error.ts'

/** Steps and comments are addressed by their ids. @throws RequestError invalid with the field, if two have the same */
export function refuseRepeatedIds({ transformations, comments }: FlowConfig): void {
  refuseRepeated(transformations, 'config.transformations')
  refuseRepeated(comments ?? [], 'config.comments')
}

function refuseRepeated(items: readonly { readonly id: string }[], field: string): void {
  const known = new Set<string>()
  items.forEach(({ id }, index) => {
    if (known.has(id)) throw invalid(sentence`The id ${id} is used twice. Each needs its own.`, `${field}.${index}.id`)
    known.add(id)
  })
}
