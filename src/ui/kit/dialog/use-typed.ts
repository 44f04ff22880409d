import { type RefObject, useCallback, useEffect, useRef } from 'react'

type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Search texts are not worth a question. */
const FIELDS = 'form :is(input:not([type="search"]), select, textarea)'

const fieldsOf = (body: HTMLElement | null) => [...(body?.querySelectorAll<FormField>(FIELDS) ?? [])]

const contentOf = (field: FormField): string | boolean =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type) ? field.checked : field.value

/**
 * Whether the forms of a part of the page contain values that the user entered. It checks the page and not the form library, so that no form can
 * be forgotten; reverted values do not count.
 */
export function useTyped(body: RefObject<HTMLElement | null>): () => boolean {
  const known = useRef(new WeakMap<FormField, string | boolean>())
  const hasTyped = useCallback(
    () => fieldsOf(body.current).some((field) => (known.current.get(field) ?? contentOf(field)) !== contentOf(field)),
    [body],
  )
  useEffect(() => {
    // A user can change a field only after focusing or pressing it: its value at that moment is the initial one.
    const remember = () => {
      for (const field of fieldsOf(body.current)) {
        if (!known.current.has(field)) known.current.set(field, contentOf(field))
      }
    }
    // The browser asks before it loads the page again or closes the tab.
    const warn = (event: BeforeUnloadEvent) => hasTyped() && event.preventDefault()
    addEventListener('beforeunload', warn)
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', remember, true)
    return () => {
      removeEventListener('beforeunload', warn)
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', remember, true)
    }
  }, [body, hasTyped])
  return hasTyped
}
