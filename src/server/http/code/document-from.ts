import type {
  ChannelDocument,
  ConnectionDocument,
  FlowDocument,
  IntegrationDocument,
} from '../../../contract/requests/code-documents.ts'
import type { CodeDocument } from '../../domain/code/code-document.ts'
import { configFrom } from '../requests/config-from.ts'

/** A checked document in the words of the server. */
export function documentFrom(
  document: IntegrationDocument | ConnectionDocument | FlowDocument | ChannelDocument,
): CodeDocument {
  const { millrace: _, ...content } = document
  if (content.kind === 'alert-channel') return channelFrom(content)
  return content.kind === 'flow' ? flowFrom(content) : content
}

const channelFrom = ({
  recipients = [],
  rejects_above: rejectsAbove = 0,
  flows,
  owned_by_code: isOwned,
  ...rest
}: Omit<ChannelDocument, 'millrace'>): CodeDocument => ({
  ...rest,
  recipients,
  rejectsAbove,
  isOwned,
  flows: flows ?? undefined,
})

function flowFrom(document: Omit<FlowDocument, 'millrace'>): CodeDocument {
  const {
    kind,
    id,
    name,
    enabled,
    source,
    destination,
    after,
    freshness_minutes,
    owner,
    tags,
    owned_by_code,
    ...config
  } = document
  const { after: _, ...stored } = configFrom(config)
  return {
    kind,
    id,
    name,
    enabled,
    source,
    destination,
    config: stored,
    after: after ?? undefined,
    freshnessMinutes: freshness_minutes ?? null,
    owner,
    tags,
    isOwned: owned_by_code,
  }
}
