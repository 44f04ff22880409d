import type {
  ConnectionDocument,
  FlowDocument,
  IntegrationDocument,
} from '../../../contract/requests/code-documents.ts'
import type { CodeDocument } from '../../domain/code/code-document.ts'
import { configFrom } from '../requests/config-from.ts'

/** A checked document in the words of the server. */
export function documentFrom(document: IntegrationDocument | ConnectionDocument | FlowDocument): CodeDocument {
  const { millrace: _, ...content } = document
  return content.kind === 'flow' ? flowFrom(content) : content
}

function flowFrom(document: Omit<FlowDocument, 'millrace'>): CodeDocument {
  const { kind, id, name, enabled, source, destination, after, freshness_minutes, owned_by_code, ...config } = document
  const { after: _, ...stored } = configFrom(config)
  return {
    ...{ kind, id, name, enabled, source, destination },
    config: stored,
    after: after ?? undefined,
    freshnessMinutes: freshness_minutes ?? null,
    isOwned: owned_by_code,
  }
}
