import { useEffect } from 'react'

/** What the browser's tab and a screen reader say of the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Millrace`
  }, [title])
}
