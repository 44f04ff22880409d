/** Text that is HTML already; every other text is escaped when it is put in. */
export interface Markup {
  readonly html: string
}

type Part = string | number | Markup | readonly Markup[]

export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  html: texts.map((text, at) => text + written(parts[at] ?? '')).join(''),
})

function written(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'html' in part ? part.html : part.map(written).join('')
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Rows by the names of their columns; objects as JSON. */
export function table(rows: readonly Readonly<Record<string, unknown>>[]): Markup {
  if (rows.length === 0) return html`<p>None yet.</p>`
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const shown = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  return html`<div><table>
    <thead><tr>${columns.map((name) => html`<th>${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${columns.map((name) => html`<td>${shown(row[name])}</td>`)}</tr>`)}</tbody>
  </table></div>`
}

export const page = (content: Markup): string =>
  html`<!doctype html><html lang="en"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
    <title>Millrace sandbox</title>
    <style>
      :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
      body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      h2 { margin-top: 2.5rem; font-size: 1.15rem; }
      h3 { margin-bottom: 0.25rem; font-size: 1rem; }
      div, pre { overflow-x: auto; }
      table { border-collapse: collapse; font-size: 0.85rem; }
      th, td { padding: 0.25rem 0.75rem; border: 1px solid #8886; text-align: start; white-space: nowrap; }
    </style>
    ${content}</html>`.html
