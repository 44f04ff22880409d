import { ROUTES } from '../../contract/routes.ts'
import { KEY_PREFIX } from '../../core/catalog/service-keys.ts'
import { connect } from '../../sdk/connect.ts'
import { answerMessage } from '../../sdk/mcp/answer-message.ts'
import { MillraceError } from '../../sdk/millrace-error.ts'
import { duplicateNameIn } from '../http/requests/duplicate-names.ts'
import { readText } from '../http/requests/read-body.ts'

/** Makes a call of this server's API, as its caller would. */
export type AskApi = (request: Request) => Promise<Response>

/**
 * The Model Context Protocol over HTTP (Streamable HTTP, revision 2025-06-18): one message per POST, answered as JSON. Nothing is kept between messages.
 * Each tool is a call of the API with the key of the message, so that its role, its limits and the audit log hold.
 */
export const makeMcpEndpoint =
  (version: string) =>
  async (request: Request, ask: AskApi): Promise<Response> => {
    const { origin } = new URL(request.url)
    // A page that a browser has open must not reach a server on this machine by another name.
    if (request.headers.has('origin') && request.headers.get('origin') !== origin)
      return refusal(403, 'Another origin.')
    if (request.method !== 'POST') return refusal(405, 'Send messages with POST.', { allow: 'POST' })
    const key = /^bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
    if (!key.startsWith(KEY_PREFIX)) return notAllowed('Send a key of Millrace: Authorization: Bearer mlr_…')
    const call = connect({ url: origin, key, fetch: (address, init) => ask(new Request(address, init)), tries: 1 })
    try {
      const [organization] = await call(ROUTES.listOrganizations, {})
      if (!organization) return notAllowed('The key belongs to no organization any more.')
      // Not before the key is known to be good, and no more than of any other call.
      const text = await readText(request)
      // What reads messages on their way here could see another call.
      const doubled = duplicateNameIn(text)
      if (doubled) return Response.json({ jsonrpc: '2.0', id: null, error: { code: NO_REQUEST, message: doubled } })
      const answer = await answerMessage(text, { call, orgId: organization.id, version })
      return answer ? Response.json(answer) : new Response(null, { status: 202 })
    } catch (error) {
      if (error instanceof MillraceError && error.status === 401) return notAllowed(error.message)
      if (error instanceof MillraceError && error.status !== undefined) return refusal(error.status, error.message)
      throw error
    }
  }

/** The code of JSON-RPC 2.0 for a message that is no request. */
const NO_REQUEST = -32_600

const refusal = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status, headers })

const notAllowed = (message: string): Response => refusal(401, message, { 'www-authenticate': 'Bearer' })
