import type { DraftContent, FlowDraftRow } from '../../store/flows/flow-drafts.ts'
import { isSameContent } from '../same-content.ts'

/**
 * A draft on top of what is published now. @returns nothing if the draft and what was published meanwhile change the same part: then a person decides
 */
export function rebaseDraft(draft: FlowDraftRow, published: DraftContent): DraftContent | undefined {
  const { base } = draft
  const hasSource = pick(base.source_connection_id, draft.source_connection_id, published.source_connection_id)
  const hasDestination = pick(
    base.destination_connection_id,
    draft.destination_connection_id,
    published.destination_connection_id,
  )
  const config = mergedConfig(base.config, draft.config, published.config)
  if (!hasSource || !hasDestination || !config) return undefined
  return {
    source_connection_id: hasSource.value,
    destination_connection_id: hasDestination.value,
    config,
  }
}

type Config = DraftContent['config']

function mergedConfig(base: Config, draft: Config, published: Config): Config | undefined {
  const names = new Set([...Object.keys(base), ...Object.keys(draft), ...Object.keys(published)]) as Set<keyof Config>
  const merged = [...names].map((name) => [name, pick(base[name], draft[name], published[name])] as const)
  if (merged.some(([, picked]) => picked === undefined)) return undefined
  return Object.fromEntries(
    merged.flatMap(([name, picked]) => (picked?.value === undefined ? [] : [[name, picked.value]])),
  ) as unknown as Config
}

/** The part that was changed; nothing if both were, differently. */
function pick<T>(base: T, draft: T, published: T): { readonly value: T } | undefined {
  if (isSame(draft, base) || isSame(draft, published)) return { value: published }
  return isSame(published, base) ? { value: draft } : undefined
}

const isSame = (one: unknown, other: unknown): boolean => isSameContent({ one }, { one: other })
