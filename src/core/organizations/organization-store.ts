import { defined } from '../catalog/defined.ts'
import type { OrganizationPurpose } from '../failure.ts'
import { type Observable, Store, type Unsubscribe } from '../observable.ts'
import { fail, ok, type Result } from '../result.ts'
import type { ActiveOrganization } from './active-organization.ts'
import type { Organization } from './organization.ts'

export interface OrganizationState {
  /** `unknown` before the first answer; `failed` when there was none, which is not the same as having no organization. */
  readonly status: 'unknown' | 'loaded' | 'failed'
  readonly organizations: readonly Organization[]
  readonly active: Organization | null
}

const NOTHING: OrganizationState = { status: 'unknown', organizations: [], active: null }

/** The list of organizations together with the active one (spec §4). */
export class OrganizationStore implements Observable<OrganizationState>, ActiveOrganization {
  readonly #store = new Store(NOTHING)
  #changes = 0

  /** How often something in the list was changed here: an answer that was requested before such a change does not know it. */
  get changes(): number {
    return this.#changes
  }

  readonly get = (): OrganizationState => this.#store.get()
  readonly subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener)

  require(purpose?: OrganizationPurpose): Result<string> {
    const { active } = this.get()
    return active ? ok(active.id) : fail(defined({ kind: 'no-active-organization', purpose }))
  }

  /** The chosen one becomes active, otherwise the first; on a reload the active one stays active while it is in the list. */
  load(organizations: readonly Organization[], chosenId?: string): void {
    const known = (wanted: string | undefined) => organizations.find(({ id }) => id === wanted)
    const active = known(this.get().active?.id) ?? known(chosenId) ?? organizations[0] ?? null
    this.#store.set({ status: 'loaded', organizations, active })
  }

  loadFailed(): void {
    this.#store.set({ ...this.get(), status: 'failed' })
  }

  /** A list that was loaded meanwhile may have it already. */
  append(organization: Organization): void {
    const others = this.get().organizations.filter(({ id }) => id !== organization.id)
    this.#change({ ...this.get(), organizations: [...others, organization] })
  }

  replace(organization: Organization): void {
    const { organizations, active, ...rest } = this.get()
    this.#change({
      ...rest,
      organizations: organizations.map((known) => (known.id === organization.id ? organization : known)),
      active: active?.id === organization.id ? organization : active,
    })
  }

  remove(organizationId: string): void {
    const { organizations, active, ...rest } = this.get()
    this.#change({
      ...rest,
      organizations: organizations.filter(({ id }) => id !== organizationId),
      active: active?.id === organizationId ? null : active,
    })
  }

  setActive(organizationId: string): Result<Organization> {
    const chosen = this.get().organizations.find(({ id }) => id === organizationId)
    if (!chosen) return fail({ kind: 'unknown-organization' })
    this.#store.set({ ...this.get(), active: chosen })
    return ok(chosen)
  }

  clear(): void {
    this.#store.set(NOTHING)
  }

  #change(state: OrganizationState): void {
    this.#changes++
    this.#store.set(state)
  }
}
