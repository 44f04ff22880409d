import { startVendorServer, type VendorServer } from '../../src/stand-ins/vendor-server.ts'
import { html, type Markup, page, table } from './markup.ts'
import type { Vendors } from './start-vendors.ts'

/** Rows of a table that the page shows. */
const MAX_ROWS = 20

/** A page on this machine that shows what the stand-ins were given. */
export const startPage = (vendors: Vendors): Promise<VendorServer> =>
  startVendorServer(({ path }) =>
    path === '/' ? { status: 200, body: page(whatArrived(vendors)) } : { status: 404, body: 'Not found' },
  )

function whatArrived({ aws, cloud, sheets, metronome, sendgrid, smtp2go }: Vendors): Markup {
  return html`
    <h1>Millrace sandbox</h1>
    <p>What the stand-ins on this machine were given. Nothing left it, and all of this is gone when the sandbox stops.</p>
    <h2>Mails</h2>
    ${[...sendgrid.sent.map(ofSendGrid), ...smtp2go.sent.map(ofSmtp2go)].map(mail)}
    ${sendgrid.sent.length + smtp2go.sent.length === 0 ? html`<p>None yet.</p>` : ''}
    <h2>Metronome: ${metronome.events.size} events</h2>
    ${table([...metronome.events.values()].slice(0, MAX_ROWS))}
    <h2>BigQuery: ${cloud.tables.size} tables</h2>
    ${[...cloud.tables].map(
      ([name, { rows }]) => html`<h3>${name}: ${rows.length} rows</h3>${table(rows.slice(0, MAX_ROWS))}`,
    )}
    <h2>Google Sheets: ${sheets.titles.length} tabs</h2>
    ${sheets.titles.map((title) => html`<h3>${title}</h3>${table((sheets.rows(title) ?? []).slice(0, MAX_ROWS).map(byLetter))}`)}
    <h2>AWS Cost Explorer: ${aws.charged.pages} pages</h2>
    <p>AWS would have charged $${(aws.charged.pages * 0.01).toFixed(2)}.</p>
  `
}

/** A row of a spreadsheet, by its columns' letters. */
const byLetter = (row: readonly unknown[]) =>
  Object.fromEntries(row.map((value, column) => [String.fromCharCode(65 + column), value]))

interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachments: readonly { readonly name: string; readonly content: string }[]
}

const ofSendGrid = ({ from, to, subject, text, attachment, filename }: Vendors['sendgrid']['sent'][number]): Mail => ({
  from: from.email,
  to: to.map(({ email }) => email),
  ...{ subject, text },
  attachments: filename === '' ? [] : [{ name: filename, content: attachment }],
})

const ofSmtp2go = ({ sender, to, subject, text_body, attachments }: Vendors['smtp2go']['sent'][number]): Mail => ({
  from: sender,
  ...{ to, subject, text: text_body },
  attachments: attachments.map(({ filename, fileblob }) => ({
    name: filename,
    content: Buffer.from(fileblob, 'base64').toString(),
  })),
})

const mail = ({ from, to, subject, text, attachments }: Mail): Markup => html`
  <article>
    <h3>${subject}</h3>
    <p>From ${from} to ${to.join(', ')}</p>
    <pre>${text}</pre>
    ${attachments.map(
      ({ name, content }) => html`<details><summary>${name}</summary><pre>${content.slice(0, 10_000)}</pre></details>`,
    )}
  </article>
`
