import { isMask } from '../../../core/catalog/connections/mask.ts'
import { maskCredentials } from '../../../core/catalog/connections/mask-credentials.ts'
import type {
  Credentials,
  GoogleConsent,
  GoogleConsentFor,
  Integration,
  IntegrationChange,
  IntegrationDetails,
  NewIntegration,
} from '../../../core/integrations/integration.ts'
import type { IntegrationRepository } from '../../../core/integrations/integration-repository.ts'
import { isIntegrationType } from '../../../core/integrations/integration-type-of.ts'
import type { Result } from '../../../core/result.ts'
import { CONFLICT, MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'
import type { MemoryTrashRepository } from '../organizations/memory-trash-repository.ts'

export class MemoryIntegrationRepository extends MemoryAnswers implements IntegrationRepository {
  readonly #integrations: MemoryCollection<Integration>
  readonly #credentials = new Map<string, Credentials>()
  #nextId = 1
  consentUrl = 'https://accounts.example/consent'
  /** The last requested consent. */
  askedFor: GoogleConsentFor | undefined

  constructor(trash?: MemoryTrashRepository) {
    super()
    this.#integrations = new MemoryCollection((organizationId, removed) => {
      const { id, name, type } = removed
      trash?.keep(organizationId, { id, name, type, kind: 'integration' }, () =>
        this.#integrations.put(organizationId, removed),
      )
    })
  }

  async list(organizationId: string): Promise<Result<readonly Integration[]>> {
    return this.answer(() => this.#integrations.of(organizationId))
  }

  async add(organizationId: string, { credentials, ...visible }: NewIntegration): Promise<Result<Integration>> {
    return this.answer(() => {
      const id = `integration-${this.#nextId++}`
      this.#credentials.set(id, credentials)
      return this.#integrations.put(organizationId, { ...visible, id })
    })
  }

  async update(
    organizationId: string,
    integrationId: string,
    { credentials, ...visible }: IntegrationChange,
    version?: number,
  ): Promise<Result<void>> {
    const now = this.#integrations.find(organizationId, integrationId)
    if (now && version !== undefined && version !== (now.version ?? 1)) this.failNext(CONFLICT)
    return this.answerNothing(() =>
      this.#integrations.change(organizationId, integrationId, (known) => {
        this.#credentials.set(integrationId, { ...this.credentialsOf(integrationId), ...unmasked(credentials) })
        return { ...known, ...visible, version: (known.version ?? 1) + 1 }
      }),
    )
  }

  async remove(organizationId: string, integrationId: string): Promise<Result<void>> {
    return this.answer(() => this.#integrations.remove(organizationId, integrationId))
  }

  async details(organizationId: string, integrationId: string): Promise<Result<IntegrationDetails>> {
    return this.answer(() => {
      const known = this.#integrations.find(organizationId, integrationId)
      if (!known) return NOT_FOUND
      const credentials = this.credentialsOf(integrationId)
      return {
        ...known,
        credentials: isIntegrationType(known.type) ? maskCredentials(known.type, credentials) : {},
      }
    })
  }

  async startGoogleAuth(_organizationId: string, purpose?: GoogleConsentFor): Promise<Result<GoogleConsent>> {
    this.askedFor = purpose
    return this.answer(() => ({ url: this.consentUrl }))
  }

  /** Simulates that Google's consent was withdrawn. */
  withdraw(organizationId: string, integrationId: string): void {
    this.#integrations.change(organizationId, integrationId, (known) => ({ ...known, reconnectNeeded: true }))
  }

  /** The stored values, unmasked: only a fake can return them, for tests. */
  credentialsOf(integrationId: string): Credentials {
    return this.#credentials.get(integrationId) ?? {}
  }
}

/** A masked secret means: keep the stored one. */
const unmasked = (credentials: Credentials = {}): Credentials =>
  Object.fromEntries(Object.entries(credentials).filter(([, value]) => !isMask(value)))
