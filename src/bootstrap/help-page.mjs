// The frame of the help pages in the browser: theme and language of the application, and the search.
const preferences = (() => {
  try {
    return JSON.parse(localStorage.getItem('millrace.preferences')) ?? {}
  } catch {
    return {}
  }
})()
if (preferences.theme === 'light' || preferences.theme === 'dark')
  document.documentElement.style.colorScheme = preferences.theme
const isGerman = (preferences.language ?? navigator.language).startsWith('de')

const SHOWN = 12
const WORDS = isGerman ? { nothing: 'Nichts gefunden' } : { nothing: 'Nothing found' }

addEventListener('DOMContentLoaded', () => {
  if (isGerman) translate()
  const field = document.querySelector('#search')
  const found = document.querySelector('#found')
  let parts
  const load = () => {
    parts ??= fetch('/help/search.json').then((answer) => answer.json())
    return parts
  }
  field.addEventListener('focus', () => void load().catch(() => (parts = undefined)))
  field.addEventListener('input', async () => {
    const words = field.value.trim().toLowerCase().split(/\s+/).filter(Boolean)
    const hits = words.length === 0 ? [] : matching(await load(), words)
    found.replaceChildren(...hits.map(itemOf))
    if (words.length > 0 && hits.length === 0)
      found.append(Object.assign(document.createElement('li'), { textContent: WORDS.nothing, className: 'nothing' }))
    found.hidden = words.length === 0
  })
  field.addEventListener('keydown', (event) => {
    const first = found.querySelector('a')
    if (event.key === 'Escape') found.hidden = true
    else if (event.key === 'Enter') first?.click()
    else if (event.key === 'ArrowDown' && first) {
      event.preventDefault()
      first.focus()
    }
  })
  found.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') field.focus()
    const next = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key]
    if (!next) return
    event.preventDefault()
    const item = document.activeElement.closest('li')?.[next]
    ;(item?.querySelector('a') ?? field).focus()
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target === field) return
    event.preventDefault()
    field.focus()
  })
})

function translate() {
  for (const element of document.querySelectorAll('[data-de]')) {
    element.textContent = element.dataset.de
    element.lang = 'de'
  }
  for (const element of document.querySelectorAll('[data-de-label]')) {
    element.setAttribute('aria-label', element.dataset.deLabel)
    if (element.placeholder) element.placeholder = element.dataset.deLabel
    element.lang = 'de'
  }
}

/** For programs: who looks for words reads the pages for people first. */
const LISTS = /^(api-reference|errors)\./

/** Those with all words: pages for people first, and of these the ones with words in their heading. */
function matching(parts, words) {
  const rank = ({ page, heading, title }) =>
    words.filter((word) => !`${title} ${heading}`.toLowerCase().includes(word)).length +
    (LISTS.test(page) ? words.length + 1 : 0)
  return parts
    .filter(({ heading, title, text }) => {
      const all = `${title} ${heading} ${text}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, SHOWN)
}

function itemOf({ page, title, heading }) {
  const item = document.createElement('li')
  const link = Object.assign(document.createElement('a'), { href: `/help/${page}` })
  link.append(heading)
  if (heading !== title) link.append(Object.assign(document.createElement('small'), { textContent: title }))
  item.append(link)
  return item
}
