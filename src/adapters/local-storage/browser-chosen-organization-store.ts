import type { ChosenOrganizationStore } from '../../core/organizations/chosen-organization-store.ts'
import { LocalStorageValue } from './local-storage-value.ts'

const KEY = 'millrace.organization'

/** Each tab keeps its own choice across a reload; a new tab starts with the latest choice of all tabs. */
export class BrowserChosenOrganizationStore implements ChosenOrganizationStore {
  readonly #ofBrowser: LocalStorageValue
  readonly #ofTab: LocalStorageValue

  constructor(local: Storage, session: Storage) {
    this.#ofBrowser = new LocalStorageValue(local, KEY)
    this.#ofTab = new LocalStorageValue(session, KEY)
  }

  load(uid: string): string | undefined {
    const last = chosenBy(uid, this.#ofBrowser.read())
    // Another tab has signed out meanwhile: then this tab's choice is invalid too.
    return last && (chosenBy(uid, this.#ofTab.read()) ?? last)
  }

  save(uid: string, organizationId: string): void {
    this.#ofBrowser.write({ uid, organizationId })
    this.#ofTab.write({ uid, organizationId })
  }

  clear(): void {
    this.#ofBrowser.remove()
    this.#ofTab.remove()
  }
}

function chosenBy(uid: string, stored: unknown): string | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { uid: owner, organizationId } = stored as Readonly<Record<string, unknown>>
  return owner === uid && typeof organizationId === 'string' ? organizationId : undefined
}
