/**
 * Whether an element is shown, for which each search by role asks of every element: from its tag, its `hidden` and the `style` of it
 * and those around it. No sheet of ours is in the page of a test, so that is all there is. jsdom works out the whole cascade again after each change
 * of the page, which was most of the work of these tests.
 */
const wholeStyle = window.getComputedStyle.bind(window)

/** By tag, as the browser's own sheet has it. */
const displays = new Map<string, string>()

const inline = (element: Element, property: string): string =>
  element.hasAttribute('style') && 'style' in element ? (element as HTMLElement).style.getPropertyValue(property) : ''

function display(element: Element): string {
  const own = inline(element, 'display')
  if (own !== '') return own
  if (element.hasAttribute('hidden')) return 'none'
  // The display of some follows from the style of others.
  const isPlain = !element.hasAttribute('style') && !element.parentElement?.hasAttribute('style')
  if (!isPlain) return wholeStyle(element).display
  const key = [element.localName, element.getAttribute('type'), element.hasAttribute('open')].join(' ')
  const known = displays.get(key) ?? wholeStyle(element).display
  displays.set(key, known)
  return known
}

function inherited(element: Element, property: string, initial: string): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = inline(at, property)
    if (own !== '' && own !== 'inherit') return own
  }
  return initial
}

function known(element: Element, property: string): string | undefined {
  if (!element.isConnected) return undefined
  switch (property) {
    case 'display':
      return display(element)
    case 'visibility':
      return inherited(element, 'visibility', 'visible')
    case 'pointerEvents':
    case 'pointer-events':
      return inherited(element, 'pointer-events', 'auto')
    default:
      return undefined
  }
}

window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return wholeStyle(element, pseudo)
  const getPropertyValue = (property: string) =>
    known(element, property) ?? wholeStyle(element).getPropertyValue(property)
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'getPropertyValue') return getPropertyValue
      const answer = typeof name === 'string' ? known(element, name) : undefined
      if (answer !== undefined) return answer
      const whole = wholeStyle(element)
      const value: unknown = Reflect.get(whole, name)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
}
